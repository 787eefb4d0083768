import {
  type Caller,
  type DomainEvent,
  EXCERPT_LENGTH,
  beginningOf,
  signalClosed,
  signalSubmitted,
} from '@pks/contracts';
import type { Signal } from './signal.entity.ts';

/** The fields of a signal that the event of its closing needs. */
export type ClosedSignal = Pick<Signal, 'projectId' | 'id' | 'givenById' | 'status' | 'feedback'>;

/** The event that a signal was submitted. */
export function submitted(signal: Signal, { email }: Caller): DomainEvent {
  return signalSubmitted.of({
    project_id: signal.projectId,
    signal_id: signal.id,
    given_by: signal.givenById,
    given_by_email: email,
    sentiment: signal.sentiment,
    excerpt: excerptOf(signal.feedback),
    submitted_at: signal.createdAt.toISOString(),
  });
}

/** The event that an open signal was closed. */
export function closed(signal: ClosedSignal, { user_id }: Caller, at: string): DomainEvent {
  return signalClosed.of({
    project_id: signal.projectId,
    signal_id: signal.id,
    given_by: signal.givenById,
    closed_by: user_id,
    status: signal.status,
    excerpt: excerptOf(signal.feedback),
    closed_at: at,
  });
}

function excerptOf(text: string): string {
  return text.length > EXCERPT_LENGTH ? `${beginningOf(text, EXCERPT_LENGTH)}…` : text;
}
