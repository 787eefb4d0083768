import { type ListSignals, SENTIMENTS, type Sentiment, type SentimentFilter } from '@pks/contracts';

const OF_FILTER = {
  all: SENTIMENTS,
  actionable: ['negative', 'neutral'],
  positive: ['positive'],
} as const satisfies Record<SentimentFilter, readonly Sentiment[]>;

const OF_RATING = { true: 'positive', false: 'negative', null: 'neutral' } as const;

/** The sentiment that a value of `is_positive` stands for. */
export function sentimentOf(isPositive: boolean | null): Sentiment {
  return OF_RATING[`${isPositive}`];
}

/** The sentiments that a list shows: `is_positive` overrides `sentiment` (api.md, Signals). */
export function sentimentsOf({
  is_positive,
  sentiment,
}: Pick<ListSignals, 'is_positive' | 'sentiment'>): readonly Sentiment[] {
  return is_positive === undefined ? OF_FILTER[sentiment] : [OF_RATING[is_positive]];
}
