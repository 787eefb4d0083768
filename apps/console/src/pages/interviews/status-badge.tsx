import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { texts } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

type Status = keyof typeof texts.interviews.statuses;

const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'warn',
  in_progress: 'accent',
  completed: 'good',
  parsing: 'plain',
  failed: 'bad',
};

interface Props {
  readonly interview: Pick<Schemas['InterviewSummary'], 'status' | 'import_info'>;
}

/** The progress of an interview; an imported one has a status only once its transcript is read. */
export function StatusBadge({ interview: { status, import_info: importing } }: Props): JSX.Element {
  const name = status ?? (importing?.import_status === 'failed' ? 'failed' : 'parsing');
  return <Badge tone={TONES[name]}>{texts.interviews.statuses[name]}</Badge>;
}
