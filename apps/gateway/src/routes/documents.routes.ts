import { documentMetadata, documents } from '@pks/contracts';
import { NO_ROOM } from './error-details.ts';
import { act, change, file, get, remove, routes, upload } from './route.ts';

const { calls } = documents;
const { calls: metadata } = documentMetadata;

export const documentRoutes = routes(
  'Documents',
  upload('/projects/{project_id}/documents/bulk-upload/', calls.store, {
    errors: [400, 401, 403, 404],
    errorDetails: { 413: NO_ROOM },
    summary: 'Upload files: either all become documents or none',
    description:
      'Takes a form with `files` and, optionally, `files_metadata` with the pairs of each. Either all files are stored, 100 MiB each at most, or none. They are read in the background: poll `indexing-status` until they are `active` and search finds them. `skip_parsing` stores them without reading.',
  }),
  get('/projects/{project_id}/documents/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the documents of a project, newest first',
    description:
      'Names, types, sizes and metadata, without texts. Filter by part of the name and by the type.',
  }),
  get('/projects/{project_id}/documents/get-without-file/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the documents of a project, newest first; an alias',
    description: 'The same as the list of documents, under the name that existing clients use.',
    operation: 'documents_get_without_file',
  }),
  get('/projects/{project_id}/documents/indexing-status/', calls.indexingStatus, {
    errors: [400, 401, 403, 404],
    summary: 'Get the indexing status of documents',
    description:
      'How far reading is: `created`, `indexing`, `active`, or `failed` with the reason. Without `document_ids`, of the newest 1,000.',
  }),
  get('/projects/{project_id}/documents/storage/', calls.storage, {
    errors: [401, 403, 404],
    summary: 'Get the storage that the documents of a project use and may use',
    description:
      'How many bytes the files of the project take up, and how many it may store. An upload beyond that is 413.',
  }),
  act('/projects/{project_id}/documents/bulk-delete/', calls.bulkRemove, {
    errors: [400, 401, 403, 404],
    summary: 'Delete documents',
    description:
      'Deletes several documents with their files. Ids that name none are ignored, so it can be repeated.',
  }),
  get('/projects/{project_id}/documents/{document_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a document',
    description: 'The document’s name, type, size, pages and metadata, and where its file is.',
  }),
  change('/projects/{project_id}/documents/{document_id}/', calls.rename, {
    errors: [400, 401, 403, 404],
    summary: 'Rename a document',
    description: 'Search results show the new name immediately. The file is not changed.',
  }),
  remove('/projects/{project_id}/documents/{document_id}/', calls.remove, {
    errors: [401, 403, 404],
    summary: 'Delete a document with its file',
    description:
      'The document disappears from lists and searches immediately; its file is deleted shortly after.',
  }),
  file('/projects/{project_id}/documents/{document_id}/content/', calls.file, {
    errors: [401, 403, 404],
    summary: 'Download the file of a document, or a part of it',
    description:
      'The bytes as they were uploaded, as an attachment. `Range` gets a part (206); `If-None-Match` saves the download of what the client has. A user may have 20 downloads under way at a time at each gateway, and a project 64: more are 429. One ends where its reader may no longer view the project.',
  }),
  get('/projects/{project_id}/documents/{document_id}/text/', calls.text, {
    errors: [400, 401, 403, 404],
    summary: 'Get the text of a document, or of one of its pages',
    description:
      'The text of the file, or of one `page`. Null until the file was read, which happens before the document is `active`, and for a page that it does not have or a file that is not read.',
  }),
);

export const documentMetadataRoutes = routes(
  'Document metadata',
  act('/projects/{project_id}/documents/filter-by-metadata/', metadata.filter, {
    errors: [400, 401, 403],
    summary: 'List the documents that have one of several values, newest first',
    description:
      'Documents of which any value equals one of the given ones, whatever its key, compared without regard to case. An empty list matches nothing. `POST` the same body to `next` for the next page.',
  }),
  get('/projects/{project_id}/documents/metadata-values/', metadata.values, {
    errors: [400, 401, 403, 404],
    summary: 'List the values that documents have under a key',
    description:
      'The 1,000 most frequent values that documents of the project have under one key, for the choices of a filter.',
  }),
  get('/projects/{project_id}/documents/available-document-metadata/', metadata.available, {
    errors: [401, 403, 404],
    summary: 'List the keys that documents have, with their most frequent values and how many have them',
    description:
      'For each key, its 100 most frequent values and how many documents have each: what a filter offers. The first 1,000 keys in alphabetical order, and 8 MiB of values in all: `value_count` says how many a key has, and more of them are listed by the key.',
  }),
  get('/projects/{project_id}/available-document-metadata/', metadata.valuesByKey, {
    errors: [401, 403, 404],
    summary: 'Get the keys that documents have, each with its values',
    description:
      'One object with the keys and their sorted values: the first 1,000 keys in alphabetical order, the 1,000 most frequent values of each, and 8 MiB of values in all.',
  }),
  get('/projects/{project_id}/documents/{document_id}/metadata-values/', metadata.valuesOfDocument, {
    errors: [400, 401, 403, 404],
    summary: 'List the values that a document has under a key',
    description: 'The values that one document has under one key.',
  }),
  act('/projects/{project_id}/documents/{document_id}/metadata-add/', metadata.add, {
    errors: [400, 401, 403, 404],
    summary: 'Add one or several pairs of a key and a value to a document',
    description:
      'Adds one pair, or a list of pairs, to the document. A pair that it already has changes nothing.',
    bodyIs: 'pairs',
  }),
  act('/projects/{project_id}/documents/{document_id}/metadata-remove-pair/', metadata.removePair, {
    errors: [400, 401, 403, 404],
    summary: 'Remove a pair of a key and a value from a document',
    description: '`removed` says whether the document had the pair.',
  }),
  act('/projects/{project_id}/documents/{document_id}/metadata-remove-key/', metadata.removeKey, {
    errors: [400, 401, 403, 404],
    summary: 'Remove all pairs with a key from a document',
    description: 'Removes every value under the key; `removed_count` says how many.',
  }),
);
