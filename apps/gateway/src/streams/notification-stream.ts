import { type Caller, type NotificationChanges, isProjectAdmin } from '@pks/contracts';
import { Fault, Forbidden, type Log, isCallersFault } from '@pks/platform/process';
import { HEARTBEAT, changeText, ending, resetText } from './event-text.ts';
import type { EventWriter } from './event-writer.ts';
import type { Position } from './last-event-id.ts';

/** How often a stream acts without a notice. Milliseconds. */
export interface StreamIntervals {
  /** Between checks that its credential is still valid. */
  readonly recheckMs: number;
  /** Between heartbeats. Each heartbeat also queries changes, so a lost notice delays them no longer than this. */
  readonly heartbeatMs: number;
}

/** What a stream depends on. */
export interface StreamParts {
  readonly writer: EventWriter;
  readonly log: Log;
  /** Authorizes its request again. @throws Fault */
  readonly readmit: () => Promise<Caller>;
  /** Queries one batch of the changes after this number. @throws Fault */
  readonly query: (caller: Caller, after: number) => Promise<Batch>;
}

/** Consecutive changes. */
export interface Batch extends NotificationChanges {
  /** Whether more changes may follow. */
  readonly full: boolean;
}

/**
 * Sends the changes of one user's notifications to one client. Its only state is the position of the client, which is also the
 * id of each event: the next changes are always queried, so none is lost or sent twice, whatever failed meanwhile.
 */
export class NotificationStream {
  private readonly userId: string;
  private behind = true;
  private sending = false;
  private timers: NodeJS.Timeout[] = [];

  /** Sends the changes after this position, to this user only. */
  constructor(
    caller: Caller,
    private position: Position,
    private readonly parts: StreamParts,
  ) {
    this.userId = caller.user_id;
  }

  /** Sends the changes that exist, then further ones as they happen. */
  begin({ recheckMs, heartbeatMs }: StreamIntervals): void {
    this.timers = [
      setInterval(() => void this.recheck(), recheckMs),
      setInterval(() => this.beat(), heartbeatMs),
    ];
    this.wake();
  }

  /** Called when there may be changes to send. */
  wake(): void {
    this.behind = true;
    void this.send();
  }

  /** Checks that the caller is still authorized, and whether as an admin; retries a failed query. */
  async recheck(): Promise<void> {
    try {
      const caller = await this.admitted();
      this.behind ||= this.isRaisedOrLowered(caller);
      if (this.behind) await this.send();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Ends the stream: with a reason if the caller was refused, else without one, and the client reconnects. */
  end(reason?: Fault): void {
    this.stop();
    this.parts.writer.end(reason && ending(reason.message));
  }

  /** Stops the timers once the client is gone. */
  stop(): void {
    for (const timer of this.timers.splice(0)) clearInterval(timer);
  }

  private beat(): void {
    this.parts.writer.writeUnlessBlocked(HEARTBEAT);
    this.wake();
  }

  /** Sends one batch at a time; the next is queried when the client has read the last. */
  private async send(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.behind && !this.parts.writer.closed) await this.sendBatch();
    } catch (error) {
      this.behind = true;
      this.failed(error);
    } finally {
      this.sending = false;
    }
  }

  private async sendBatch(): Promise<void> {
    this.behind = false;
    const caller = await this.admitted();
    const { asAdmin, number } = this.position;
    const { changes, last, full } = await this.parts.query(caller, number);
    const reached = { number: last, asAdmin: isProjectAdmin(caller) };
    const reset = this.isRaisedOrLowered(caller) ? resetText(reached) : '';
    this.position = reached;
    this.behind ||= full;
    // A client that loses the stream before the reset resumes with the id of what it was, and gets the reset then.
    await this.parts.writer.write(changes.map((change) => changeText(change, asAdmin)).join('') + reset);
  }

  /** Whether the caller sees other notifications than the client knows, because they became an admin or are no longer one. */
  private isRaisedOrLowered(caller: Caller): boolean {
    return isProjectAdmin(caller) !== this.position.asAdmin;
  }

  /** @throws Forbidden when the request would now be processed as another user. */
  private async admitted(): Promise<Caller> {
    const caller = await this.parts.readmit();
    if (caller.user_id !== this.userId) throw new Forbidden();
    return caller;
  }

  /** Ends the stream if the caller was refused; any other failure is retried. */
  private failed(error: unknown): void {
    if (!(error instanceof Fault)) this.parts.log.error({ err: error }, 'stream failed');
    else if (isCallersFault(error.data.kind)) this.end(error);
  }
}
