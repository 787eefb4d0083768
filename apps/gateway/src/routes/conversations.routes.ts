import { agentSettings, conversations } from '@pks/contracts';
import { act, asked, change, create, discard, followed, get, remove, routes } from './route.ts';

const { calls } = conversations;

export const conversationRoutes = routes(
  'Conversations',
  get('/projects/{project_id}/agent-settings/', agentSettings.calls.list, {
    errors: [400, 401, 403, 404],
    summary: "List the settings of a project's agents, the default ones first",
  }),
  get('/projects/{project_id}/playground-conversations/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List conversations, the ones that changed last first: one’s own, admins all',
  }),
  create('/projects/{project_id}/playground-conversations/', calls.create, {
    errors: [400, 401, 403, 404],
    summary: 'Begin a conversation',
  }),
  get('/projects/{project_id}/playground-conversations/all-tags/', calls.allTags, {
    errors: [401, 403, 404],
    summary: 'List the tags of conversations',
  }),
  get('/projects/{project_id}/playground-conversations/{conversation_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a conversation with its complete history',
  }),
  change('/projects/{project_id}/playground-conversations/{conversation_id}/', calls.update, {
    errors: [400, 401, 403, 404],
    summary: 'Rename or tag a conversation',
  }),
  remove('/projects/{project_id}/playground-conversations/{conversation_id}/', calls.archive, {
    errors: [401, 403, 404],
    summary: 'Archive a conversation',
  }),
  discard('/projects/{project_id}/playground-conversations/{conversation_id}/unarchive/', calls.unarchive, {
    errors: [400, 401, 403, 404],
    summary: 'Unarchive a conversation',
  }),
  discard(
    '/projects/{project_id}/playground-conversations/{conversation_id}/permanent_delete/',
    calls.removePermanently,
    { errors: [400, 401, 403, 404], summary: 'Delete an archived conversation with its history' },
  ),
  act('/projects/{project_id}/playground-conversations/{conversation_id}/share/', calls.share, {
    errors: [401, 403, 404],
    summary: 'Share a conversation with all members of the project, who open it by its id',
  }),
  act('/projects/{project_id}/playground-conversations/{conversation_id}/unshare/', calls.unshare, {
    errors: [401, 403, 404],
    summary: 'Share a conversation no more',
  }),
  create('/projects/{project_id}/playground-conversations/{conversation_id}/messages/', calls.ask, {
    errors: [400, 401, 403, 404, 409],
    summary: 'Ask the agent: its creator alone; the answer is in the new entries',
  }),
  asked(
    '/projects/{project_id}/playground-conversations/{conversation_id}/send_message_stream/',
    calls.begin,
    {
      errors: [400, 401, 403, 404, 409],
      summary: 'Ask the agent, and follow the answer while it is made',
    },
  ),
  followed('/projects/{project_id}/playground-conversations/{conversation_id}/stream/', calls.follow, {
    errors: [400, 401, 403, 404],
    summary: 'Follow the answer to the last question of a conversation, after a `Last-Event-ID`',
  }),
);
