import { Flag } from './fields.ts';

/**
 * Lists whose total is not maintained on each write, such as those of a search, count and list only the first results: this many at
 * most.
 */
export const MOST_FOUND = 10_000;

/** The field of such a list beside its page. */
export class FoundCount {
  @Flag({
    optional: true,
    description:
      'Only there, and true, where there may be more results than `count`. A search, and a filter by a type of notification, counts to 10,000 and lists the first 10,000. A search without three letters or digits in a row, of which a Greek sigma is none, looks at the newest 50,000 only.',
  })
  readonly count_is_minimum?: boolean;
}

/** A search through transcripts reads at most this many matching texts, or the newest transcripts with this many texts together. */
export const MOST_TEXTS = 5_000;

/** The field of a list of a search through transcripts beside its page. */
export class FoundInTranscriptsCount {
  @Flag({
    optional: true,
    description:
      'Only there, and true, where `text` may match more than are listed. Up to 5,000 names and 5,000 texts that match are read. Where there are more, or `text` has no three letters or digits in a row (a Greek sigma is none), the newest are compared: as many as have 5,000 texts together. For a caller who sees their own alone, it is there wherever those have more than 5,000 texts.',
  })
  readonly count_is_minimum?: boolean;
}
