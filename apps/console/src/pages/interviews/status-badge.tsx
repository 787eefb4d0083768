import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { texts } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

type Status = Schemas['Interview']['status'];

const TONES: Readonly<Record<NonNullable<Status> | 'none', Tone>> = {
  pending: 'warn',
  in_progress: 'accent',
  completed: 'good',
  none: 'plain',
};

/** How far an interview is. */
export function StatusBadge({ status }: { readonly status: Status }): JSX.Element {
  const name = status ?? 'none';
  return <Badge tone={TONES[name]}>{texts.interviews.statuses[name]}</Badge>;
}
