#!/bin/sh
# Prints a complete .env for docker-compose.yml, or for a secret on Kubernetes, with new secrets. Run it once, before the first start:
#   (umask 077; tools/deployment/make-env.sh https://knowledge.example.com/api/v1 > .env)
# The argument is the address that clients use.
set -eu

secret() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

cat <<END
# The address that clients use
PUBLIC_BASE_URL=${1:-http://localhost:3000/api/v1}

# The mail server: without it, e-mails are caught and reach nobody
#SMTP_URL=smtp://user:password@mail.example.com:587

# Seals requests between the gateway and the services
CALLER_SECRET=$(secret)

# PostgreSQL: its superuser, whom no service is
POSTGRES_PASSWORD=$(secret)

# PostgreSQL: a login for each service
IDENTITY_DB_PASSWORD=$(secret)
KNOWLEDGE_DB_PASSWORD=$(secret)
SEARCH_DB_PASSWORD=$(secret)
FEEDBACK_DB_PASSWORD=$(secret)
INTERVIEWS_DB_PASSWORD=$(secret)
AGENTS_DB_PASSWORD=$(secret)
NOTIFICATIONS_DB_PASSWORD=$(secret)

# NATS: a user for the gateway and for each service
NATS_GATEWAY_PASSWORD=$(secret)
NATS_IDENTITY_PASSWORD=$(secret)
NATS_KNOWLEDGE_PASSWORD=$(secret)
NATS_SEARCH_PASSWORD=$(secret)
NATS_FEEDBACK_PASSWORD=$(secret)
NATS_INTERVIEWS_PASSWORD=$(secret)
NATS_AGENTS_PASSWORD=$(secret)
NATS_NOTIFICATIONS_PASSWORD=$(secret)

# NATS: the servers of a cluster among each other, on Kubernetes
NATS_CLUSTER_PASSWORD=$(secret)
END
