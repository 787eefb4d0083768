import { textIn } from '../../ui/parameter.ts';
import type { Status } from './reviewing.ts';

export const STATUSES: readonly Status[] = ['to_review', 'reviewed', 'dismissed'];

const SENTIMENTS = ['all', 'actionable', 'positive'] as const;

export type Sentiment = (typeof SENTIMENTS)[number];

/** Which signals are listed, as an address names them: what it does not name is as it is at first. */
export interface SignalFilters {
  readonly status?: Status | undefined;
  readonly sentiment?: Sentiment | undefined;
  readonly q?: string | undefined;
  readonly by?: 'conversation' | undefined;
}

export function signalFiltersIn({ status, sentiment, q, by }: Record<string, unknown>): SignalFilters {
  return {
    status: STATUSES.slice(1).find((one) => one === status),
    sentiment: SENTIMENTS.slice(1).find((one) => one === sentiment),
    q: textIn(q),
    by: by === 'conversation' ? by : undefined,
  };
}
