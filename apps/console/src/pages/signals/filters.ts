import { textIn } from '../../ui/parameter.ts';
import type { Status } from './reviewing.ts';

const STATUSES: readonly Status[] = ['to_review', 'reviewed', 'dismissed'];

const SENTIMENTS = ['all', 'actionable', 'positive'] as const;

export type Sentiment = (typeof SENTIMENTS)[number];

/** Which signals are listed, as an address names them: what it does not name is as it is at first. */
export interface SignalFilters {
  readonly status?: Status | undefined;
  readonly sentiment?: Sentiment | undefined;
  readonly q?: string | undefined;
  readonly by?: 'conversation' | undefined;
}

/** The statuses that are listed: of a conversation some signal is open, or none is. */
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
