import { documentMetadata, documents } from '@pks/contracts';
import { act, change, file, get, remove, routes, upload } from '../routing/route.ts';

const { calls } = documents;
const { calls: metadata } = documentMetadata;

export const documentRoutes = routes(
  'Documents',
  upload('/projects/{project_id}/documents/bulk-upload/', calls.store, {
    access: 'view',
    errors: [400, 401, 403, 404],
    summary: 'Upload files: a document of each, or of none',
  }),
  get('/projects/{project_id}/documents/', calls.list, {
    access: 'view',
    errors: [400, 401, 403, 404],
    summary: 'List the documents of a project, newest first',
  }),
  get('/projects/{project_id}/documents/get-without-file/', calls.list, {
    access: 'view',
    errors: [400, 401, 403, 404],
    summary: 'List the documents of a project, newest first; the same under another name',
    operation: 'documents_get_without_file',
  }),
  get('/projects/{project_id}/documents/indexing-status/', calls.indexingStatus, {
    access: 'view',
    errors: [400, 401, 403, 404],
    summary: 'Get how far documents are indexed',
  }),
  act('/projects/{project_id}/documents/bulk-delete/', calls.bulkRemove, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Delete documents',
  }),
  get('/projects/{project_id}/documents/{document_id}/', calls.get, {
    access: 'view',
    errors: [401, 403, 404],
    summary: 'Get a document',
  }),
  change('/projects/{project_id}/documents/{document_id}/', calls.rename, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Rename a document',
  }),
  remove('/projects/{project_id}/documents/{document_id}/', calls.remove, {
    access: 'admin',
    errors: [401, 403, 404],
    summary: 'Delete a document with its file',
  }),
  file('/projects/{project_id}/documents/{document_id}/content/', calls.file, {
    access: 'view',
    errors: [401, 403, 404],
    summary: 'Download the file of a document, or a part of it',
  }),
  get('/projects/{project_id}/documents/{document_id}/text/', calls.text, {
    access: 'view',
    errors: [400, 401, 403, 404],
    summary: 'Get the text of a document, or of one of its pages',
  }),
);

export const documentMetadataRoutes = routes(
  'Document metadata',
  act('/projects/{project_id}/documents/filter-by-metadata/', metadata.filter, {
    access: 'view',
    errors: [400, 401, 403],
    summary: 'List the documents that have one of some values, newest first',
  }),
  get('/projects/{project_id}/documents/metadata-values/', metadata.values, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'List the values that documents have under a key',
  }),
  get('/projects/{project_id}/documents/available-document-metadata/', metadata.available, {
    access: 'admin',
    errors: [401, 403, 404],
    summary: 'List the keys that documents have, with their values',
  }),
  act('/projects/{project_id}/documents/{document_id}/metadata-add/', metadata.add, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Label a document with a pair of a key and a value, or with several',
    bodyIs: 'pairs',
  }),
  act('/projects/{project_id}/documents/{document_id}/metadata-remove-pair/', metadata.removePair, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Take a pair of a key and a value from a document',
  }),
  act('/projects/{project_id}/documents/{document_id}/metadata-remove-key/', metadata.removeKey, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    summary: 'Take all pairs with a key from a document',
  }),
);
