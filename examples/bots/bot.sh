#!/bin/sh
# A skeleton of a bot in shell: gridduels play light-cycle --p2 'cmd:sh bot.sh'. Replace choose.

# The move to play, of those that are allowed.
choose() { echo "$1"; }

while read -r word rest; do
    case $word in
        gridduels) printf 'name Skeleton in shell\nversion 1\ngames all\nready 2\n' ;;
        ping) echo "pong $rest" ;;
        legal) legal=$rest ;;
        # shellcheck disable=SC2086  # every legal move is a word of its own
        go) echo "move $(choose $legal)" ;;
        analyse) echo "done" ;;
        quit) exit ;;
    esac
done
