-- A login for each service, which owns its schemas and nothing else, and the role that its statements run as.
-- It runs when the database is created. On an older one, and after a change of a password, run it again:
--   docker compose exec -T postgres psql --username=postgres --dbname=project_knowledge < tools/deployment/postgres-roles.sql
\set ON_ERROR_STOP on
\getenv identity_password IDENTITY_DB_PASSWORD
\getenv knowledge_password KNOWLEDGE_DB_PASSWORD
\getenv search_password SEARCH_DB_PASSWORD
\getenv feedback_password FEEDBACK_DB_PASSWORD
\getenv interviews_password INTERVIEWS_DB_PASSWORD
\getenv agents_password AGENTS_DB_PASSWORD
\getenv notifications_password NOTIFICATIONS_DB_PASSWORD

BEGIN;
SET LOCAL setup.identity = :'identity_password';
SET LOCAL setup.knowledge = :'knowledge_password';
SET LOCAL setup.search = :'search_password';
SET LOCAL setup.feedback = :'feedback_password';
SET LOCAL setup.interviews = :'interviews_password';
SET LOCAL setup.agents = :'agents_password';
SET LOCAL setup.notifications = :'notifications_password';

-- Services need these, and may not create extensions themselves.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

DO $$
DECLARE
  service text;
  space text;
  thing record;
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  FOREACH service IN ARRAY ARRAY['identity', 'knowledge', 'search', 'feedback', 'interviews', 'agents', 'notifications'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = service) THEN
      EXECUTE format('CREATE ROLE %I', service);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pks_' || service) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', 'pks_' || service);
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', service, current_setting('setup.' || service));
    EXECUTE format('GRANT %I TO %I', 'pks_' || service, service);
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), service);
    FOREACH space IN ARRAY ARRAY[service, service || '_jobs'] LOOP
      EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', space);
      EXECUTE format('ALTER SCHEMA %I OWNER TO %I', space, service);
      -- What a superuser created before there was this role.
      FOR thing IN
        SELECT format('TABLE %I.%I', space, relname) AS name FROM pg_class
         WHERE relnamespace = space::regnamespace AND relkind IN ('r', 'p', 'v')
        UNION ALL
        SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc WHERE pronamespace = space::regnamespace
        UNION ALL
        SELECT format('TYPE %I.%I', space, typname) FROM pg_type
         WHERE typnamespace = space::regnamespace AND typtype = 'e'
      LOOP
        EXECUTE format('ALTER %s OWNER TO %I', thing.name, service);
      END LOOP;
    END LOOP;
  END LOOP;
END
$$;
COMMIT;
