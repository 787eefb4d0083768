import { DocumentStorage, type JsonSchema, fieldsOf, valueSchema } from '@pks/contracts';

/** What the body of an error may contain beside its sentence. */
export interface ErrorDetails {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly example: Readonly<Record<string, unknown>>;
}

/** The content of a version is based on a version that is not the head (decisions 3). */
export const NOT_THE_HEAD: ErrorDetails = {
  properties: {
    head_version_number: {
      type: 'integer',
      description: 'The number of the head, if it differs from `base_version_number`.',
    },
  },
  example: { error: 'The head is version 2, not 1.', head_version_number: 2 },
};

/** The project may not store that much. */
export const NO_ROOM: ErrorDetails = {
  properties: Object.fromEntries(fieldsOf(DocumentStorage).map((field) => [field.name, valueSchema(field)])),
  example: {
    error: 'The project stores 9.9 GiB of 10 GiB. This upload needs 150 MiB more.',
    stored_bytes: 10_630_044_057,
    allowed_bytes: 10_737_418_240,
    stored_files: 1200,
    allowed_files: 1_000_000,
  },
};
