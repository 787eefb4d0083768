import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of agents, conversations with them, and the questions that they answer. Every key begins with the project. */
export class CreateConversations1795402800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SETTINGS);
    await runner.query(CONVERSATIONS);
    await runner.query(ENTRIES);
    await runner.query(QUESTIONS);
    for (const table of OF_PROJECTS) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`CREATE POLICY own_project ON ${table} USING (project_id = ${OWN})`);
    }
    await runner.query(SEARCHABLE_CONVERSATIONS);
    await runner.query(SEARCHABLE_ENTRIES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

const OF_PROJECTS = ['agent_settings', 'conversations', 'conversation_entries', 'questions'] as const;

const SETTINGS = `
  CREATE TABLE agent_settings (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    is_default boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT agent_settings_pkey PRIMARY KEY (project_id, id)
  );
  CREATE UNIQUE INDEX agent_settings_default ON agent_settings (project_id) WHERE is_default`;

/** Tags have a column of their own in lower case: a policy keeps an index of an expression from being used. */
const CONVERSATIONS = `
  CREATE TABLE conversations (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    is_named boolean NOT NULL,
    type text NOT NULL,
    created_by_id uuid NOT NULL,
    agent_settings_id uuid NOT NULL,
    tags text[] NOT NULL,
    tag_keys text[] NOT NULL,
    is_shared boolean NOT NULL,
    archived_at timestamptz(3),
    question_count integer NOT NULL,
    entry_count integer NOT NULL,
    size bigint NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT conversations_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT conversations_created_by FOREIGN KEY (project_id, created_by_id)
      REFERENCES participants (project_id, user_id),
    CONSTRAINT conversations_agent_settings FOREIGN KEY (project_id, agent_settings_id)
      REFERENCES agent_settings (project_id, id),
    CONSTRAINT conversations_type CHECK (type IN ('playground'))
  ) WITH (fillfactor = 80);
  CREATE INDEX conversations_newest ON conversations (project_id, updated_at DESC, id DESC);
  CREATE INDEX conversations_own ON conversations (project_id, created_by_id, updated_at DESC, id DESC);
  CREATE INDEX conversations_tags ON conversations USING gin (project_id, tag_keys);
  CREATE INDEX conversations_name_text ON conversations USING gin (project_id, lower(name) gin_trgm_ops)`;

const ENTRIES = `
  CREATE TABLE conversation_entries (
    project_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    number integer NOT NULL,
    id uuid NOT NULL,
    role text NOT NULL,
    type text NOT NULL,
    content text NOT NULL,
    query_id integer NOT NULL,
    tool_type text,
    input_parameters json NOT NULL,
    results json NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT conversation_entries_pkey PRIMARY KEY (project_id, conversation_id, number),
    CONSTRAINT conversation_entries_conversation FOREIGN KEY (project_id, conversation_id)
      REFERENCES conversations (project_id, id) ON DELETE CASCADE,
    CONSTRAINT conversation_entries_role CHECK (role IN ('user', 'assistant')),
    CONSTRAINT conversation_entries_type CHECK (type IN ('message', 'tool_call', 'reasoning_flow'))
  );
  CREATE INDEX conversation_entries_text ON conversation_entries USING gin (project_id, lower(content) gin_trgm_ops)`;

/** A conversation has one question at a time that is being answered. */
const QUESTIONS = `
  CREATE TABLE questions (
    project_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    number integer NOT NULL,
    status text NOT NULL,
    asked_by_id uuid NOT NULL,
    asked_by_kind text NOT NULL,
    credential_id uuid NOT NULL,
    idempotency_key text,
    content text NOT NULL,
    error text,
    leased_until timestamptz(3) NOT NULL,
    attempts integer NOT NULL,
    asked_at timestamptz(3) NOT NULL,
    CONSTRAINT questions_pkey PRIMARY KEY (project_id, conversation_id, number),
    CONSTRAINT questions_conversation FOREIGN KEY (project_id, conversation_id)
      REFERENCES conversations (project_id, id) ON DELETE CASCADE,
    CONSTRAINT questions_asked_by FOREIGN KEY (project_id, asked_by_id) REFERENCES participants (project_id, user_id),
    CONSTRAINT questions_status CHECK (status IN ('answering', 'answered', 'failed')),
    CONSTRAINT questions_error CHECK ((status = 'failed') = (error IS NOT NULL))
  );
  CREATE UNIQUE INDEX questions_answering ON questions (project_id, conversation_id) WHERE status = 'answering';
  CREATE UNIQUE INDEX questions_key ON questions (project_id, conversation_id, credential_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL`;

/** For searches: PostgreSQL uses an index of trigrams on a view of the owner, but not on a table with a policy. */
const SEARCHABLE = `WHERE (SELECT current_setting('pks.project_id', true)) = '*' OR project_id = (SELECT ${OWN})`;

const SEARCHABLE_CONVERSATIONS = `
  CREATE VIEW searchable_conversations AS SELECT project_id, id, name FROM conversations ${SEARCHABLE}`;

const SEARCHABLE_ENTRIES = `
  CREATE VIEW searchable_entries AS SELECT project_id, conversation_id, content FROM conversation_entries ${SEARCHABLE}`;
