-- Distributes the tables of projects over the nodes of a Citus cluster, and makes those of no project known to it, so that a transaction
-- over both is committed on all nodes or on none. Run by psql as the owner of the tables, on the coordinator, while no service runs; again
-- after an upgrade, whose new tables are still on the coordinator alone (docs/operations.md, "A cluster of PostgreSQL servers").
\set ON_ERROR_STOP on
\set QUIET on
\o /dev/null
SET client_min_messages = warning;

-- Each with its depth: a table comes after those that its foreign keys name. Those of the identity
-- and the search service stay on the coordinator.
CREATE TEMP TABLE undistributed AS
WITH RECURSIVE mine AS (
  SELECT c.oid,
         format('%I.%I', n.nspname, c.relname) AS name,
         EXISTS (SELECT 1 FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped) AS is_of_projects
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname IN ('knowledge', 'feedback', 'interviews', 'agents', 'notifications') AND c.relkind = 'r'),
deep AS (
  SELECT oid, 0 AS depth FROM mine
   UNION ALL
  SELECT k.conrelid, deep.depth + 1
    FROM deep JOIN pg_constraint k ON k.confrelid = deep.oid AND k.contype = 'f' AND k.conrelid <> k.confrelid)
SELECT mine.name, mine.is_of_projects, max(deep.depth) AS depth
  FROM mine JOIN deep USING (oid)
 WHERE NOT EXISTS (SELECT 1 FROM citus_tables WHERE table_name = mine.oid)
 GROUP BY mine.name, mine.is_of_projects;

-- Triggers keep counts, which are copied as they are: they must not count the copied rows again.
SELECT 'BEGIN',
       'SET LOCAL citus.multi_shard_modify_mode = ''sequential''',
       format('ALTER TABLE %s DISABLE TRIGGER USER', name),
       format('SELECT create_distributed_table(%L, ''project_id'')', name),
       format('ALTER TABLE %s ENABLE TRIGGER USER', name),
       'COMMIT'
  FROM undistributed WHERE is_of_projects ORDER BY depth, name
\gexec

SELECT format('SELECT citus_add_local_table_to_metadata(%L)', name)
  FROM undistributed WHERE NOT is_of_projects ORDER BY depth, name
\gexec

-- What was moved is on the disk of the coordinator still.
SELECT format('SELECT truncate_local_data_after_distributing_table(%L)', name)
  FROM undistributed WHERE is_of_projects ORDER BY depth DESC, name
\gexec

\o
SELECT citus_table_type AS "kind of table", count(*) FROM citus_tables GROUP BY 1 ORDER BY 1;
