import { Flag } from './fields.ts';

/** A list that is not counted as it is written, such as that of a search, counts and lists this many results at most: the first ones. */
export const MOST_FOUND = 10_000;

/** What such a list says beside its page. */
export class FoundCount {
  @Flag({
    optional: true,
    description:
      'Only there, and true, where there may be more results than `count`. A search, and a filter by a type of notification, counts to 10,000 and lists the first 10,000. A search without three letters or digits in a row, of which a Greek sigma is none, looks at the newest 50,000 only.',
  })
  readonly count_is_minimum?: boolean;
}

/** A search through transcripts reads this many texts at most that match, and this many of the newest transcripts. */
export const MOST_TEXTS = 5_000;

/** What the list of a search through transcripts says beside its page. */
export class FoundInTranscriptsCount {
  @Flag({
    optional: true,
    description:
      'Only there, and true, where `text` may match more than are listed. Up to 5,000 names and 5,000 texts that match are read. Where there are more, or `text` has no three letters or digits in a row (a Greek sigma is none), the newest are compared: as many as have 5,000 texts together. For a caller who sees their own alone, it is there wherever those have more than 5,000 texts.',
  })
  readonly count_is_minimum?: boolean;
}
