import type { MigrationInterface, QueryRunner } from 'typeorm';

const TAGS = `
  CREATE TABLE conversation_tags (
    project_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    key text COLLATE "C" NOT NULL,
    tag text NOT NULL,
    created_by_id uuid NOT NULL,
    CONSTRAINT conversation_tags_pkey PRIMARY KEY (project_id, conversation_id, key)
  );
  ALTER TABLE conversation_tags ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON conversation_tags
    USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid)`;

/** The function works for its owner, whichever version of the service writes. Tags that stay as they are cost no write. */
const FOLLOW = `
  CREATE FUNCTION keep_conversation_tags() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      DELETE FROM conversation_tags t
       WHERE t.project_id = NEW.project_id AND t.conversation_id = NEW.id AND t.key <> ALL (NEW.tag_keys);
    END IF;
    INSERT INTO conversation_tags AS known (project_id, conversation_id, key, tag, created_by_id)
    SELECT NEW.project_id, NEW.id, tagged.key, tagged.tag, NEW.created_by_id
      FROM unnest(NEW.tag_keys, NEW.tags) tagged (key, tag)
    ON CONFLICT ON CONSTRAINT conversation_tags_pkey DO UPDATE
       SET tag = excluded.tag WHERE known.tag <> excluded.tag;
    RETURN NULL;
  END $$;
  CREATE TRIGGER conversations_tagged AFTER INSERT ON conversations
    FOR EACH ROW WHEN (NEW.tags <> '{}') EXECUTE FUNCTION keep_conversation_tags();
  CREATE TRIGGER conversations_retagged AFTER UPDATE OF tags ON conversations
    FOR EACH ROW WHEN (NEW.tags <> OLD.tags) EXECUTE FUNCTION keep_conversation_tags()`;

const FILL = `
  INSERT INTO conversation_tags (project_id, conversation_id, key, tag, created_by_id)
  SELECT c.project_id, c.id, tagged.key, tagged.tag, c.created_by_id
    FROM conversations c CROSS JOIN LATERAL unnest(c.tag_keys, c.tags) tagged (key, tag)`;

/** Added when the table is filled, which is faster. With a conversation its tags are deleted. */
const KEYS = [
  `ALTER TABLE conversation_tags ADD CONSTRAINT conversation_tags_conversation
     FOREIGN KEY (project_id, conversation_id) REFERENCES conversations (project_id, id) ON DELETE CASCADE`,
  'CREATE INDEX conversation_tags_all ON conversation_tags (project_id, key, tag)',
  'CREATE INDEX conversation_tags_own ON conversation_tags (project_id, created_by_id, key, tag)',
];

/**
 * Keeps each tag of each conversation in a row, so that the tags of a project are found by an index, one after the other, without
 * reading its conversations. No row is shared by several conversations, so their writers do not wait for each other. Creating the
 * triggers locks conversations against writes until all of their tags are copied.
 */
export class KeepConversationTags1797724800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TAGS);
    await runner.query(FOLLOW);
    await runner.query(FILL);
    for (const key of KEYS) await runner.query(key);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
