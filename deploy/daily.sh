#!/bin/sh
# daily.sh HH:MM COMMAND...: runs a command every day at a time of UTC. A failure is printed and tried again the next day.
set -u
at=$1
shift
while :; do
  now=$(date -u +%s)
  next=$(date -u -d "today $at" +%s)
  [ "$next" -gt "$now" ] || next=$(date -u -d "tomorrow $at" +%s)
  sleep $((next - now)) &
  trap 'kill $! 2>/dev/null; exit 0' TERM INT
  wait $!
  "$@" || echo "{\"level\":50,\"msg\":\"daily command failed\",\"code\":$?}"
done
