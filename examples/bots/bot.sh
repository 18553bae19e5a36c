#!/bin/sh
# A skeleton bot in shell: gridduels play light-cycle --p2 'cmd:sh bot.sh'. Replace choose.

# Choose one of the legal moves.
choose() { echo "$1"; }

while read -r word rest; do
    case $word in
        gridduels) printf 'name Skeleton in shell\nversion 1\ngames all\nready 2\n' ;;
        ping) echo "pong $rest" ;;
        legal) legal=$rest ;;
        # shellcheck disable=SC2086  # every legal move is a separate word
        go) echo "move $(choose $legal)" ;;
        analyse) echo "done" ;;
        quit) exit ;;
    esac
done
