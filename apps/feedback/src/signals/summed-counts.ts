import type { Sentiment, SignalCounts, SignalStatus } from '@pks/contracts';

/** How many signals have a status and a sentiment. */
export interface CountOfBoth {
  readonly status: SignalStatus;
  readonly sentiment: Sentiment;
  readonly count: number;
}

/** The counts by status, and those by sentiment. */
export function summed(rows: readonly CountOfBoth[]): SignalCounts {
  const sum = (isCounted: (row: CountOfBoth) => boolean): number =>
    rows.filter(isCounted).reduce((total, { count }) => total + count, 0);
  const ofStatus = (status: SignalStatus): number => sum((row) => row.status === status);
  const ofSentiment = (sentiment: Sentiment): number => sum((row) => row.sentiment === sentiment);
  return {
    total: sum(() => true),
    status: {
      to_review: ofStatus('to_review'),
      reviewed: ofStatus('reviewed'),
      dismissed: ofStatus('dismissed'),
    },
    sentiment: {
      positive: ofSentiment('positive'),
      negative: ofSentiment('negative'),
      neutral: ofSentiment('neutral'),
      actionable: sum((row) => row.sentiment !== 'positive'),
    },
  };
}
