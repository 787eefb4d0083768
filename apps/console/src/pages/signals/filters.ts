import { textIn } from '../../ui/parameter.ts';
import type { Status } from './reviewing.ts';

const STATUSES: readonly Status[] = ['to_review', 'reviewed', 'dismissed'];

const SENTIMENTS = ['all', 'actionable', 'positive'] as const;

export type Sentiment = (typeof SENTIMENTS)[number];

/** The filters of the list of signals, as in the address; absent filters have their defaults. */
export interface SignalFilters {
  readonly status?: Status | undefined;
  readonly sentiment?: Sentiment | undefined;
  readonly q?: string | undefined;
  readonly by?: 'conversation' | undefined;
}

/** The statuses to choose from: a conversation has open signals (`to_review`) or none (`reviewed`). */
export function statusesOf(by: SignalFilters['by']): readonly Status[] {
  return by === 'conversation' ? STATUSES.filter((status) => status !== 'dismissed') : STATUSES;
}

export function signalFiltersIn({
  status,
  sentiment,
  q,
  by: grouping,
}: Record<string, unknown>): SignalFilters {
  const by = grouping === 'conversation' ? grouping : undefined;
  return {
    status: statusesOf(by)
      .slice(1)
      .find((one) => one === status),
    sentiment: SENTIMENTS.slice(1).find((one) => one === sentiment),
    q: textIn(q),
    by,
  };
}
