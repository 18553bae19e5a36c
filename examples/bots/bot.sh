#!/bin/sh
# A skeleton of a bot in shell: gridduels play light-cycle --p2 'cmd:sh bot.sh'. Replace choose.

# The move to play, of those that are allowed.
choose() { echo "$1"; }

while read -r word rest; do
    case $word in
        gridduels) printf 'name Skeleton in shell\nversion 1\nready 1\n' ;;
        legal) legal=$rest ;;
        # shellcheck disable=SC2086  # every legal move is a word of its own
        go) echo "move $(choose $legal)" ;;
        quit) exit ;;
    esac
done
