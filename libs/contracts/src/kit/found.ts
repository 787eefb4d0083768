import { Flag } from './fields.ts';

/** A list that is not counted as it is written, such as that of a search, counts and lists this many results at most: the first ones. */
export const MOST_FOUND = 10_000;

/** What such a list says beside its page. */
export class FoundCount {
  @Flag({
    optional: true,
    description:
      'Only there, and true, where there may be more results than `count`. A search, and a filter by a type of notification, counts to 10,000 and lists the first 10,000. A search without three letters or digits in a row looks at the newest 50,000 only.',
  })
  readonly count_is_minimum?: boolean;
}
