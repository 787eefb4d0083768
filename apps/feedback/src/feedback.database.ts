import { type DatabaseOptions, DeferredEvent, InboxEntry, OutboxEvent } from '@pks/platform';
import { CreateSignals1795651200000 } from './migrations/1795651200000-create-signals.ts';
import { Participant } from './participants/participant.entity.ts';
import { SignalCount } from './signals/signal-count.entity.ts';
import { Signal } from './signals/signal.entity.ts';

/** What this service keeps, and how its schema came to be. */
export const feedbackSchema = {
  schema: 'feedback',
  entities: [OutboxEvent, InboxEntry, DeferredEvent, Participant, Signal, SignalCount],
  migrations: [CreateSignals1795651200000],
} satisfies Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;
