import { Integer, MAX_NUMBER } from '@pks/contracts';

/** The longest part of an artifact's text that one call returns. Characters. */
const LONGEST_PART = 100_000;

/** Which part of an artifact's text to read, under the same names as in the tool for documents. */
export class ReadPart {
  @Integer({
    min: 0,
    max: 1_000_000_000,
    default: 0,
    description: 'How many characters of a text to skip.',
  })
  readonly offset!: number;

  @Integer({
    min: 1,
    max: LONGEST_PART,
    default: LONGEST_PART,
    description: 'How many characters of a text to return at most.',
  })
  readonly max_characters!: number;
}

/** The version that a new one is based on. Over the API, null skips the comparison; a model reads null if nothing is published, and would pass it on. */
export class BaseVersion {
  @Integer({
    min: 0,
    max: MAX_NUMBER,
    optional: true,
    description:
      'The version that the content is based on, 0 where nothing was published; 409 if the head is another one. Without it, nothing is compared.',
  })
  readonly base_version_number?: number;
}
