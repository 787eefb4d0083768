import { jsonBody } from '../requests/request.ts';
import type { Use } from './resource.ts';

/** Reads the artifact's versions. */
export const useArtifact: Use = async (calls, named, { isGone }) => {
  await calls.expect(isGone ? 404 : 200, 'versions_history', named);
  await calls.expect(isGone ? 404 : 200, 'versions_get', { ...named, version_number: '1' });
};

/** Labels the document, finds it by the label, and reads its file. */
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

/** Reads the tool's parameters and its runs. */
export const useTool: Use = async (calls, named, { isGone }) => {
  await calls.expect(isGone ? 404 : 200, 'tools_parameters', named);
  await calls.expect(isGone ? 404 : 200, 'tool_runs_list', named);
};

/** Shares and unshares the conversation. */
export const useConversation: Use = async (calls, named, { isGone }) => {
  await calls.expect(isGone ? 404 : 200, 'conversations_share', named);
  await calls.expect(isGone ? 404 : 200, 'conversations_unshare', named);
};

/** Starts a test run of the draft. */
export const useDraft: Use = (calls, named, { isGone }) =>
  calls.expect(isGone ? 404 : 201, 'test_runs_start', named);

/** Uses the key as a credential. */
export const useKey: Use = (calls, _named, { view, isGone }) =>
  calls.expect(isGone ? 403 : 200, 'users_me', {}, { token: String(view['key']) });
