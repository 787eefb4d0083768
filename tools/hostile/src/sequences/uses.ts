import { jsonBody } from '../requests/request.ts';
import type { Use } from './resource.ts';

/** Its versions are there. */
export const useArtifact: Use = async (calls, named, { isGone }) => {
  await calls.expect(isGone ? 404 : 200, 'versions_history', named);
  await calls.expect(isGone ? 404 : 200, 'versions_get', { ...named, version_number: '1' });
};

/** It has labels, is found by them, and its file is there. */
export const useDocument: Use = async (calls, named, { isGone }) => {
  const pair = { body: jsonBody({ key: 'department', value: 'Sales' }) };
  await calls.expect(isGone ? 404 : 200, 'document_metadata_add', named, pair);
  const filter = { body: jsonBody({ metadata_values: ['sales'] }), query: { limit: 1000 } };
  const found = await calls.expect(200, 'document_metadata_filter', {}, filter);
  if (found.text.includes(named['document_id'] ?? '') === isGone)
    throw calls.offence(
      `The filter ${isGone ? 'finds a deleted document' : 'does not find a document'}.`,
      found,
    );
  await calls.expect(isGone ? 404 : 200, 'documents_file', named);
};

/** Its parameters and its runs are there. */
export const useTool: Use = async (calls, named, { isGone }) => {
  await calls.expect(isGone ? 404 : 200, 'tools_parameters', named);
  await calls.expect(isGone ? 404 : 200, 'tool_runs_list', named);
};

/** It is shared, and no longer. */
export const useConversation: Use = async (calls, named, { isGone }) => {
  await calls.expect(isGone ? 404 : 200, 'conversations_share', named);
  await calls.expect(isGone ? 404 : 200, 'conversations_unshare', named);
};

/** It is tried. */
export const useDraft: Use = (calls, named, { isGone }) =>
  calls.expect(isGone ? 404 : 201, 'test_runs_start', named);

/** It is a credential. */
export const useKey: Use = (calls, _named, { view, isGone }) =>
  calls.expect(isGone ? 403 : 200, 'users_me', {}, { token: String(view['key']) });
