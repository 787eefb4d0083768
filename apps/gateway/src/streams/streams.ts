import type { ServerResponse } from 'node:http';
import { Inject, Injectable, type OnModuleInit, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  type Caller,
  NOTIFICATIONS_MOVED,
  NotificationsMoved,
  isProjectAdmin,
  notifications,
} from '@pks/contracts';
import { BusConnection, LOG, type Log, Unavailable } from '@pks/platform/process';
import { AccessChanges } from '../access/access-changes.ts';
import { RECHECK_MS } from '../access/gatekeeper.ts';
import { whenOver } from '../http/answering.ts';
import { followNotice } from '../notices/follow-notice.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { StreamCounts } from './stream-counts.ts';
import { opening, resuming } from './event-text.ts';
import { EventWriter } from './event-writer.ts';
import type { Position } from './last-event-id.ts';
import { type Batch, NotificationStream, type StreamIntervals } from './notification-stream.ts';

/** How many changes are requested at a time: a stream holds no more. */
const BATCH = 100;

const INTERVALS: StreamIntervals = { recheckMs: RECHECK_MS, heartbeatMs: 15_000 };

/** A request for a stream. */
export interface StreamSubscription {
  readonly requestId: string;
  readonly caller: Caller;
  readonly projectId: string;
  /** Where the stream resumes; undefined if it begins with the next change. */
  readonly after: Position | undefined;
  readonly readmit: () => Promise<Caller>;
}

/** The open streams of this gateway. */
@Injectable()
export class Streams implements OnModuleInit, BeforeApplicationShutdown {
  /** By project, then by user. */
  private readonly open = new Map<string, Map<string, Set<NotificationStream>>>();
  private closing = false;

  constructor(
    private readonly calls: ServiceCalls,
    private readonly connection: BusConnection,
    private readonly changes: AccessChanges,
    private readonly counts: StreamCounts,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Subscribes to notices. After NATS was disconnected, streams query the changes whose notices were lost. */
  onModuleInit(): void {
    followNotice(this.connection, this.log, NOTIFICATIONS_MOVED, {
      message: NotificationsMoved,
      received: (moved) => this.wake(moved),
      missed: () => this.forEach((stream) => stream.wake()),
    });
    this.changes.onChange(() => this.forEach((stream) => void stream.recheck()));
  }

  /** Begins a stream, after calling `answer` to begin its response. @throws Fault before that. */
  async begin(subscription: StreamSubscription, response: ServerResponse, answer: () => void): Promise<void> {
    const { caller, after, projectId, readmit } = subscription;
    const { user_id, impersonated_by } = caller;
    this.counts.count(impersonated_by?.user_id ?? user_id, response);
    const from = after ?? (await this.now(subscription));
    if (this.closing) throw new Unavailable();
    if (response.closed) return;
    answer();
    const writer = new EventWriter(response);
    writer.writeUnlessBlocked(after === undefined ? opening(from) : resuming());
    const stream = new NotificationStream(caller, from, {
      writer,
      log: this.log.child({ request_id: subscription.requestId }),
      readmit,
      query: (current, cursor) => this.query(subscription, current, cursor),
    });
    this.keep(stream, projectId.toLowerCase(), user_id, response);
    stream.begin(INTERVALS);
  }

  /** Ends all streams, and begins no more: clients reconnect to another gateway. */
  beforeApplicationShutdown(): void {
    this.closing = true;
    this.forEach((stream) => stream.end());
  }

  private keep(
    stream: NotificationStream,
    projectId: string,
    userId: string,
    response: ServerResponse,
  ): void {
    const users = this.open.get(projectId) ?? new Map<string, Set<NotificationStream>>();
    const streams = users.get(userId) ?? new Set();
    this.open.set(projectId, users.set(userId, streams.add(stream)));
    whenOver(response, () => {
      stream.stop();
      streams.delete(stream);
      if (streams.size === 0) users.delete(userId);
      if (users.size === 0) this.open.delete(projectId);
    });
  }

  /** The position of a client that lists everything now. */
  private async now(subscription: StreamSubscription): Promise<Position> {
    const { caller } = subscription;
    const { last } = await this.query(subscription, caller);
    return { number: last, asAdmin: isProjectAdmin(caller) };
  }

  private async query(
    { requestId, projectId }: StreamSubscription,
    caller: Caller,
    after?: number,
  ): Promise<Batch> {
    const request = { project_id: projectId, limit: BATCH, ...(after === undefined ? {} : { after }) };
    const reply = await this.calls.call(notifications.calls.changes, request, { requestId, caller });
    return { ...reply, full: reply.changes.length >= BATCH };
  }

  private wake({ project_id, user_ids }: NotificationsMoved): void {
    const users = this.open.get(project_id);
    const streams = user_ids ? user_ids.map((id) => users?.get(id)) : users?.values();
    for (const some of streams ?? []) for (const stream of some ?? []) stream.wake();
  }

  private forEach(act: (stream: NotificationStream) => void): void {
    for (const users of this.open.values()) {
      for (const streams of users.values()) for (const stream of streams) act(stream);
    }
  }
}
