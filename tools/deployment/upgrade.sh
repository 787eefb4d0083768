#!/bin/sh
# Replaces the containers of the services, then those of the gateway, by containers of the image that docker-compose.yml now names:
#   docker compose build && tools/deployment/upgrade.sh
# One service after another, a called one before its callers. The new containers start beside the old ones, which stop once
# the new ones are healthy; if they do not become healthy, they are removed, and the old ones go on.
set -eu
cd "$(dirname "$0")/../.."

# The containers in $2 that are not in $1.
others() {
  for container in $2; do
    case "$1" in *"$container"*) ;; *) echo "$container" ;; esac
  done
}

replace() {
  old=$(docker compose ps --quiet "$1")
  count=$(echo "$old" | grep -c .) || true
  if [ "$count" -eq 0 ]; then
    docker compose up --detach --wait --no-deps "$1"
  elif docker compose up --detach --wait --no-deps --no-recreate --scale "$1=$((2 * count))" "$1"; then
    # Engines before 28 call -t --time, later ones --timeout.
    docker stop -t 30 $old >/dev/null
    docker rm $old >/dev/null
  else
    new=$(others "$old" "$(docker compose ps --all --quiet "$1")")
    for container in $new; do docker logs --tail 20 "$container"; done
    [ -z "$new" ] || docker rm --force $new >/dev/null
    echo "The new containers of $1 did not become healthy: above is what they logged last. The old ones go on." >&2
    exit 1
  fi
}

for service in identity interviews knowledge search agents feedback notifications; do replace "$service"; done
# Several gateways have a range of ports; where there is one port, the old one has to go first.
case "$(docker compose config gateway | grep published:)" in *-*) replace gateway ;; esac
docker compose up --detach --wait
