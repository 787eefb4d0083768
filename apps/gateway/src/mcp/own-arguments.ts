import { Integer, MAX_NUMBER } from '@pks/contracts';

/** What a version is based on. Over the API, null compares nothing; a model reads null where nothing is published, and would pass it on. */
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
