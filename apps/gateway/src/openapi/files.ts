import { type JsonSchema, MAX_FILES, StoredFile, fieldsOf } from '@pks/contracts';
import { FILES, METADATA, SKIP_PARSING } from '../files/upload-form.ts';
import { ATTACHMENT, CONTENT_RANGE, REVALIDATE, VALIDATOR, withCommon } from './headers.ts';
import { jsonPart } from './json-part.ts';

const BYTES = { type: 'string', format: 'binary' };

const pairs: JsonSchema = fieldsOf(StoredFile).find(({ name }) => name === 'metadata')?.schema ?? {};

/** The form of an upload in the document. */
export const UPLOAD_BODY: Record<string, unknown> = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: [FILES],
        properties: {
          [FILES]: {
            type: 'array',
            items: BYTES,
            minItems: 1,
            maxItems: MAX_FILES,
            description: 'The files, each with its name and content type, and 100 MiB at most.',
          },
          [METADATA]: jsonPart({
            type: 'array',
            items: pairs,
            description: 'For each file, in the same order, a list of pairs of a key and a value.',
            examples: [[[['department', 'Sales']]]],
          }),
          [SKIP_PARSING]: {
            type: 'boolean',
            default: false,
            description: 'Stores the files without extracting their text.',
          },
        },
        additionalProperties: false,
      },
    },
  },
};

const HEADERS = { ...VALIDATOR, ...REVALIDATE, ...ATTACHMENT };
const CONTENT = { '*/*': { schema: BYTES } };

/** The successful response with a whole file. */
export const WHOLE_FILE: Record<string, unknown> = {
  description: 'The file, with the type of its upload.',
  headers: withCommon(HEADERS),
  content: CONTENT,
};

/** The successful response with a part of a file. */
export const PART_OF_FILE: Record<string, unknown> = {
  description: 'The requested part of the file.',
  headers: withCommon({ ...HEADERS, ...CONTENT_RANGE }),
  content: CONTENT,
};
