import { agentSettings, conversations } from '@pks/contracts';
import { act, asked, change, create, discard, followed, get, remove, routes } from './route.ts';

const { calls } = conversations;

export const conversationRoutes = routes(
  'Conversations',
  get('/projects/{project_id}/agent-settings/', agentSettings.calls.list, {
    errors: [400, 401, 403, 404],
    summary: "List the settings of a project's agents, the default first",
    description:
      'The settings with which conversations can be started: `agent_settings` of a new conversation is the id of one of these. A project has one from the start.',
  }),
  get('/projects/{project_id}/playground-conversations/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List conversations, most recently updated first (one’s own; admins all)',
    description:
      'Conversations without their entries. Filter by `tags`, `no_tags` and `text`; `include_archived` includes archived ones. Conversations that others share are opened by their id and not listed.',
  }),
  create('/projects/{project_id}/playground-conversations/', calls.create, {
    errors: [400, 401, 403, 404],
    summary: 'Begin a conversation',
    description: 'Begins an empty conversation with the project’s agent. Ask by sending messages.',
  }),
  get('/projects/{project_id}/playground-conversations/all-tags/', calls.allTags, {
    errors: [401, 403, 404],
    summary: 'List the tags of conversations',
    description: 'The tags that the caller’s conversations have, for a filter.',
  }),
  get('/projects/{project_id}/playground-conversations/{conversation_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a conversation with its complete history',
    description:
      'The conversation with all entries: questions, tool calls, and answers with their sources. Members other than its creator and admins see it only while it is shared.',
  }),
  change('/projects/{project_id}/playground-conversations/{conversation_id}/', calls.update, {
    errors: [400, 401, 403, 404],
    summary: 'Rename or tag a conversation',
    description: 'Changes the name of the conversation or replaces its tags.',
  }),
  remove('/projects/{project_id}/playground-conversations/{conversation_id}/', calls.archive, {
    errors: [401, 403, 404],
    summary: 'Archive a conversation',
    description:
      'Hides the conversation from the list. It can be unarchived, or permanently deleted by an admin.',
  }),
  discard('/projects/{project_id}/playground-conversations/{conversation_id}/unarchive/', calls.unarchive, {
    errors: [400, 401, 403, 404],
    summary: 'Unarchive a conversation',
    description: 'Shows the conversation in the list again. 400 if it is not archived.',
  }),
  discard(
    '/projects/{project_id}/playground-conversations/{conversation_id}/permanent_delete/',
    calls.removePermanently,
    {
      errors: [400, 401, 403, 404],
      summary: 'Delete an archived conversation with its history',
      description: 'Permanently deletes the conversation with its entries. It has to be archived first.',
    },
  ),
  act('/projects/{project_id}/playground-conversations/{conversation_id}/share/', calls.share, {
    errors: [401, 403, 404],
    summary: 'Share a conversation with all members of the project, who open it by its id',
    description:
      'Every member who has its id can read the conversation until it is unshared. Only its creator can ask in it.',
  }),
  act('/projects/{project_id}/playground-conversations/{conversation_id}/unshare/', calls.unshare, {
    errors: [401, 403, 404],
    summary: 'Stop sharing a conversation',
    description: 'From then on, only its creator and admins can open the conversation.',
  }),
  create('/projects/{project_id}/playground-conversations/{conversation_id}/messages/', calls.ask, {
    errors: [400, 401, 403, 404, 409],
    summary: 'Ask the agent (only the creator of the conversation); the new entries contain the answer',
    description:
      'Waits for the answer, and returns the new entries: the question, calls of tools, and the answer with its sources. A language model answers where one is configured; otherwise the best passages are quoted. An answer under way goes on when the client goes away.',
  }),
  asked(
    '/projects/{project_id}/playground-conversations/{conversation_id}/send_message_stream/',
    calls.begin,
    {
      errors: [400, 401, 403, 404, 409],
      summary: 'Ask the agent, and stream the answer while it is generated',
      description:
        'Asks, and returns the entries as server-sent events, one by one. After an interruption, follow the stream with the last `id`.',
    },
  ),
  followed('/projects/{project_id}/playground-conversations/{conversation_id}/stream/', calls.follow, {
    errors: [400, 401, 403, 404],
    summary: 'Follow the answer to the last question of a conversation, after a `Last-Event-ID`',
    description:
      'Server-sent events: the entries after `Last-Event-ID`, those that exist and those that are still made.',
  }),
);
