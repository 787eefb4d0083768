import {
  type DatabaseOptions,
  DeferredEvent,
  DeletedProject,
  InboxEntry,
  OutboxEvent,
  Participant,
} from '@pks/platform';
import { Conversation } from './conversations/conversation.entity.ts';
import { CreateSignals1795651200000 } from './migrations/1795651200000-create-signals.ts';
import { LeaseOutbox1796083200000 } from './migrations/1796083200000-lease-outbox.ts';
import { SeparateProjects1796428800000 } from './migrations/1796428800000-separate-projects.ts';
import { BoundIdempotencyKeys1796601600000 } from './migrations/1796601600000-bound-idempotency-keys.ts';
import { CopyConversations1797292800000 } from './migrations/1797292800000-copy-conversations.ts';
import { KeepGroups1797465600000 } from './migrations/1797465600000-keep-groups.ts';
import { FillGroups1797465660000 } from './migrations/1797465660000-fill-groups.ts';
import { DeleteProjects1797552000000 } from './migrations/1797552000000-delete-projects.ts';
import { CountArchivedGroups1797811200000 } from './migrations/1797811200000-count-archived-groups.ts';
import { MarkArchivedGroups1797811260000 } from './migrations/1797811260000-mark-archived-groups.ts';
import { DropArchivedIndex1797811320000 } from './migrations/1797811320000-drop-archived-index.ts';
import { LookUpGroups1797897600000 } from './migrations/1797897600000-look-up-groups.ts';
import { IndexOpenSignals1797984000000 } from './migrations/1797984000000-index-open-signals.ts';
import { CountGroupsInParts1798416000000 } from './migrations/1798416000000-count-groups-in-parts.ts';
import { CountSignalsInParts1798416060000 } from './migrations/1798416060000-count-signals-in-parts.ts';
import { DropFormerCounts1798502400000 } from './migrations/1798502400000-drop-former-counts.ts';
import { SeparateDeferredEvents1798588860000 } from './migrations/1798588860000-separate-deferred-events.ts';
import { FollowSignalsByProject1798675200000 } from './migrations/1798675200000-follow-signals-by-project.ts';
import { SignalCount } from './signals/signal-count.entity.ts';
import { SignalGroupCount } from './signals/signal-group-count.entity.ts';
import { KeptGroup } from './signals/signal-group.entity.ts';
import { Signal } from './signals/signal.entity.ts';

/** The tables of this service, and the migrations that create them. */
export const feedbackSchema = {
  schema: 'feedback',
  entities: [
    OutboxEvent,
    InboxEntry,
    DeferredEvent,
    DeletedProject,
    Participant,
    Signal,
    SignalCount,
    KeptGroup,
    SignalGroupCount,
    Conversation,
  ],
  migrations: [
    CreateSignals1795651200000,
    LeaseOutbox1796083200000,
    SeparateProjects1796428800000,
    BoundIdempotencyKeys1796601600000,
    CopyConversations1797292800000,
    KeepGroups1797465600000,
    FillGroups1797465660000,
    DeleteProjects1797552000000,
    CountArchivedGroups1797811200000,
    MarkArchivedGroups1797811260000,
    DropArchivedIndex1797811320000,
    LookUpGroups1797897600000,
    IndexOpenSignals1797984000000,
    CountGroupsInParts1798416000000,
    CountSignalsInParts1798416060000,
    DropFormerCounts1798502400000,
    SeparateDeferredEvents1798588860000,
    FollowSignalsByProject1798675200000,
  ],
} satisfies Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;
