import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { textIn } from '../product/api.ts';
import { formBody } from '../requests/forms.ts';
import { jsonBody } from '../requests/request.ts';
import { isBlank, texts } from '../values/texts.ts';
import { emails } from '../values/valid.ts';
import type { Calls } from './calls.ts';
import type { Fields, Resource } from './resource.ts';
import { useArtifact, useConversation, useDocument, useDraft, useKey, useTool } from './uses.ts';

const name = texts({ min: 1, max: 60 }).filter((text) => !isBlank(text));
const text = texts({ min: 0, max: 200 });
/** A text that no other sequence of the project uses. */
const unique = fc.uuid();

/** Some of the fields. */
function some(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  requiredKeys: readonly string[] = [],
): fc.Arbitrary<Fields> {
  return fc.record(fields, { requiredKeys: [...requiredKeys], noNullPrototype: true });
}

/** A new user of the organization. */
async function aUser(calls: Calls): Promise<Fields> {
  const body = jsonBody({ email: `${randomUUID()}@hostile.test` });
  const { text: made } = await calls.expect(201, 'users_add_to_organization', {}, { body });
  return { user_id: textIn(JSON.parse(made), 'id') };
}

const profile = fc.constantFrom('tech', 'contributor', 'user');
const permissions = fc.constantFrom(['CAN_VIEW_DATA'], ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS']);

/** Everything that is created and deleted, each in a project of its own. */
export const RESOURCES: readonly Resource[] = [
  {
    name: 'artifacts',
    parameter: 'slug',
    idField: 'slug',
    create: {
      operation: 'artifacts_create',
      fields: some(
        {
          title: unique,
          technical_type: fc.constantFrom('markdown', 'mental_map', 'playbook_list', 'bpmn_xml'),
          definition_short: text,
          in_scope: fc.boolean(),
        },
        ['title', 'technical_type'],
      ),
    },
    read: 'artifacts_get',
    change: {
      operation: 'artifacts_update',
      fields: some({ title: name, definition_long: text, in_scope: fc.boolean() }),
    },
    remove: ['artifacts_remove'],
    list: { operation: 'artifacts_list' },
    use: useArtifact,
  },
  {
    name: 'documents',
    parameter: 'document_id',
    idField: 'id',
    create: {
      operation: 'documents_store',
      fields: some({ name: fc.stringMatching(/^[a-z]{1,12}\.txt$/) }, ['name']),
      body: (fields) =>
        formBody([
          { field: 'skip_parsing', content: 'true' },
          {
            field: 'files',
            content: 'The plan.',
            file: { name: String(fields['name']), type: 'text/plain' },
          },
        ]),
      inList: true,
    },
    read: 'documents_get',
    change: { operation: 'documents_rename', fields: some({ name }, ['name']) },
    remove: ['documents_remove'],
    list: { operation: 'documents_list' },
    use: useDocument,
  },
  {
    name: 'signals',
    parameter: 'signal_id',
    idField: 'id',
    create: {
      operation: 'signals_submit',
      fields: some({ feedback: name, is_positive: fc.constantFrom(true, false, null) }, ['feedback']),
    },
    read: 'signals_get',
    change: {
      operation: 'signals_update',
      fields: some({ status: fc.constantFrom('to_review', 'reviewed', 'dismissed'), feedback: name }),
    },
    remove: ['signals_remove'],
    list: { operation: 'signals_list', counted: 'signals_counts' },
  },
  {
    name: 'tools',
    parameter: 'tool_id',
    idField: 'id',
    create: {
      operation: 'tools_create',
      fields: some(
        { name, tool_type: fc.constantFrom('retrieval', 'math', 'document_retrieval'), description: text },
        ['name', 'tool_type'],
      ),
    },
    read: 'tools_get',
    change: { operation: 'tools_update', fields: some({ name, description: text }) },
    remove: ['tools_remove'],
    list: { operation: 'tools_list' },
    use: useTool,
  },
  {
    name: 'conversations',
    parameter: 'conversation_id',
    idField: 'id',
    create: {
      operation: 'conversations_create',
      fields: some({ name, tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'ä'), { maxLength: 2 }) }),
    },
    read: 'conversations_get',
    change: { operation: 'conversations_update', fields: some({ name }) },
    remove: ['conversations_archive', 'conversations_remove_permanently'],
    list: { operation: 'conversations_list' },
    use: useConversation,
  },
  {
    name: 'interview drafts',
    parameter: 'draft_id',
    idField: 'id',
    create: {
      operation: 'drafts_create',
      fields: some(
        {
          name,
          topic: name,
          language: fc.constant('en'),
          reminder_max_count: fc.integer({ min: 1, max: 50 }),
        },
        ['topic'],
      ),
    },
    read: 'drafts_get',
    change: {
      operation: 'drafts_update',
      fields: some({ custom_message: text, reminders_enabled: fc.boolean() }),
    },
    remove: ['drafts_remove'],
    list: { operation: 'drafts_list' },
    use: useDraft,
  },
  {
    name: 'project users',
    parameter: 'project_user_id',
    idField: 'id',
    create: { operation: 'project_users_add', fields: some({ profile, permissions }), named: aUser },
    change: { operation: 'project_users_update', fields: some({ profile, permissions }) },
    remove: ['project_users_remove'],
    list: { operation: 'project_users_list' },
  },
  {
    name: 'invites',
    // A user may have a thousand e-mails sent in an hour.
    weight: 1,
    parameter: 'invite_id',
    idField: 'id',
    create: {
      operation: 'invites_invite',
      fields: some({ email: emails().map((email) => `${randomUUID()}${email}`), profile }, ['email']),
    },
    remove: ['invites_cancel'],
    list: { operation: 'invites_list', keeps: true },
    gone: { remove: 400 },
  },
  {
    name: 'API keys',
    hasAccount: true,
    parameter: 'key_id',
    idField: 'id',
    create: { operation: 'api_keys_create', fields: some({ name: text }), isSecret: true },
    change: { operation: 'api_keys_update', fields: some({ name: unique }, ['name']) },
    remove: ['api_keys_revoke'],
    list: { operation: 'api_keys_list', keeps: true },
    gone: { change: 400, remove: 200 },
    use: useKey,
  },
];
