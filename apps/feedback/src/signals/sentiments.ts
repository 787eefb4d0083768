import { type ListSignals, SENTIMENTS, type Sentiment, type SentimentFilter } from '@pks/contracts';

const FILTERED = {
  all: SENTIMENTS,
  actionable: ['negative', 'neutral'],
  positive: ['positive'],
} as const satisfies Record<SentimentFilter, readonly Sentiment[]>;

const RAW = { true: 'positive', false: 'negative', null: 'neutral' } as const;

/** What `is_positive` says. */
export function sentimentOf(isPositive: boolean | null): Sentiment {
  return RAW[`${isPositive}`];
}

/** The sentiments that a list asks for: the raw filter overrides the other one (api.md, Signals). */
export function sentimentsAsked({
  is_positive,
  sentiment,
}: Pick<ListSignals, 'is_positive' | 'sentiment'>): readonly Sentiment[] {
  return is_positive === undefined ? FILTERED[sentiment] : [RAW[is_positive]];
}
