import type { Status } from './reviewing.ts';

export const STATUSES: readonly Status[] = ['to_review', 'reviewed', 'dismissed'];

const SENTIMENTS = ['all', 'actionable', 'positive'] as const;

export type Sentiment = (typeof SENTIMENTS)[number];

/** Which signals are listed, as an address names them: what it does not name is as it is at first. */
export interface SignalFilters {
  readonly status?: Status;
  readonly sentiment?: Sentiment;
  readonly q?: string;
  readonly by?: 'conversation' | undefined;
}

export function signalFiltersIn({ status, sentiment, q, by }: Record<string, unknown>): SignalFilters {
  const [aStatus, aSentiment] = [
    STATUSES.slice(1).find((one) => one === status),
    SENTIMENTS.slice(1).find((one) => one === sentiment),
  ];
  return {
    ...(aStatus && { status: aStatus }),
    ...(aSentiment && { sentiment: aSentiment }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(by === 'conversation' && { by }),
  };
}
