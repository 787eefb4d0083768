import { documentMetadata, documents } from '@pks/contracts';
import { act, change, file, get, remove, routes, upload } from './route.ts';

const { calls } = documents;
const { calls: metadata } = documentMetadata;

export const documentRoutes = routes(
  'Documents',
  upload('/projects/{project_id}/documents/bulk-upload/', calls.store, {
    errors: [400, 401, 403, 404],
    summary: 'Upload files: all become documents, or none',
  }),
  get('/projects/{project_id}/documents/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the documents of a project, newest first',
  }),
  get('/projects/{project_id}/documents/get-without-file/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the documents of a project, newest first; an alias',
    operation: 'documents_get_without_file',
  }),
  get('/projects/{project_id}/documents/indexing-status/', calls.indexingStatus, {
    errors: [400, 401, 403, 404],
    summary: 'Get the indexing status of documents',
  }),
  get('/projects/{project_id}/documents/storage/', calls.storage, {
    errors: [401, 403, 404],
    summary: 'Get what the documents of a project take up, and may take up',
  }),
  act('/projects/{project_id}/documents/bulk-delete/', calls.bulkRemove, {
    errors: [400, 401, 403, 404],
    summary: 'Delete documents',
  }),
  get('/projects/{project_id}/documents/{document_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a document',
  }),
  change('/projects/{project_id}/documents/{document_id}/', calls.rename, {
    errors: [400, 401, 403, 404],
    summary: 'Rename a document',
  }),
  remove('/projects/{project_id}/documents/{document_id}/', calls.remove, {
    errors: [401, 403, 404],
    summary: 'Delete a document with its file',
  }),
  file('/projects/{project_id}/documents/{document_id}/content/', calls.file, {
    errors: [401, 403, 404],
    summary: 'Download the file of a document, or a part of it',
  }),
  get('/projects/{project_id}/documents/{document_id}/text/', calls.text, {
    errors: [400, 401, 403, 404],
    summary: 'Get the text of a document, or of one of its pages',
  }),
);

export const documentMetadataRoutes = routes(
  'Document metadata',
  act('/projects/{project_id}/documents/filter-by-metadata/', metadata.filter, {
    errors: [400, 401, 403],
    summary: 'List the documents that have one of several values, newest first',
  }),
  get('/projects/{project_id}/documents/metadata-values/', metadata.values, {
    errors: [400, 401, 403, 404],
    summary: 'List the values that documents have under a key',
  }),
  get('/projects/{project_id}/documents/available-document-metadata/', metadata.available, {
    errors: [401, 403, 404],
    summary: 'List the keys that documents have, with their most frequent values and how many have them',
  }),
  get('/projects/{project_id}/available-document-metadata/', metadata.valuesByKey, {
    errors: [401, 403, 404],
    summary: 'Get the keys that documents have, each with its values',
  }),
  get('/projects/{project_id}/documents/{document_id}/metadata-values/', metadata.valuesOfDocument, {
    errors: [400, 401, 403, 404],
    summary: 'List the values that a document has under a key',
  }),
  act('/projects/{project_id}/documents/{document_id}/metadata-add/', metadata.add, {
    errors: [400, 401, 403, 404],
    summary: 'Add one or several pairs of a key and a value to a document',
    bodyIs: 'pairs',
  }),
  act('/projects/{project_id}/documents/{document_id}/metadata-remove-pair/', metadata.removePair, {
    errors: [400, 401, 403, 404],
    summary: 'Remove a pair of a key and a value from a document',
  }),
  act('/projects/{project_id}/documents/{document_id}/metadata-remove-key/', metadata.removeKey, {
    errors: [400, 401, 403, 404],
    summary: 'Remove all pairs with a key from a document',
  }),
);
