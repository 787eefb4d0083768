import type { NotificationChanges } from '@pks/contracts';
import { Fault, Forbidden, type Log, type SealedCaller, isCallersFault } from '@pks/platform/process';
import type { Admitted } from '../access/gatekeeper.ts';
import { HEARTBEAT, changeText, ending } from './event-text.ts';
import type { EventWriter } from './event-writer.ts';

/** How often a stream does what it does by itself. Milliseconds. */
export interface StreamTimes {
  /** Between looks whether its credential still counts. */
  readonly lookMs: number;
  /** Between heartbeats; each asks for changes, so a notice that got lost costs no more than that. */
  readonly beatMs: number;
}

/** What a stream works with. */
export interface StreamParts {
  readonly writer: EventWriter;
  readonly log: Log;
  /** Who asked for it, looked at again. @throws Fault */
  readonly readmit: () => Promise<Admitted>;
  /** One batch of changes after one; `last` tells whether there may be more. @throws Fault */
  readonly ask: (caller: SealedCaller, after: number) => Promise<Batch>;
}

export interface Batch extends NotificationChanges {
  /** It is as large as one may be. */
  readonly full: boolean;
}

/**
 * Tells one reader of the changes to somebody's notifications. It keeps a number and nothing else: changes are asked for,
 * so none is lost or told twice, whatever was away meanwhile.
 */
export class NotificationStream {
  private behind = true;
  private telling = false;
  private timers: NodeJS.Timeout[] = [];

  /** Goes on after the change `cursor`, for the user `userId` and no other. */
  constructor(
    private readonly userId: string,
    private cursor: number,
    private readonly parts: StreamParts,
  ) {}

  /** Tells what there is, then whatever comes. */
  begin({ lookMs, beatMs }: StreamTimes): void {
    this.timers = [setInterval(() => void this.look(), lookMs), setInterval(() => this.beat(), beatMs)];
    this.wake();
  }

  /** There may be something to tell. */
  wake(): void {
    this.behind = true;
    void this.tell();
  }

  /** Looks whether who asked for the stream may still have it, and tries again what could not be asked. */
  async look(): Promise<void> {
    try {
      await this.admitted();
      if (this.behind) await this.tell();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Ends it: with the reason where that is the caller's, else without a word, and the client comes again. */
  end(reason?: Fault): void {
    this.stop();
    this.parts.writer.end(reason && ending(reason.message));
  }

  /** Does nothing any more: the reader is gone. */
  stop(): void {
    for (const timer of this.timers.splice(0)) clearInterval(timer);
  }

  private beat(): void {
    this.parts.writer.say(HEARTBEAT);
    this.wake();
  }

  /** One at a time, batch after batch: the next is asked for when the reader has taken the last. */
  private async tell(): Promise<void> {
    if (this.telling) return;
    this.telling = true;
    try {
      while (this.behind && !this.parts.writer.closed) await this.tellBatch();
    } catch (error) {
      this.behind = true;
      this.failed(error);
    } finally {
      this.telling = false;
    }
  }

  private async tellBatch(): Promise<void> {
    this.behind = false;
    const { sealed } = await this.admitted();
    const { changes, last, full } = await this.parts.ask(sealed, this.cursor);
    this.cursor = last;
    this.behind ||= full;
    await this.parts.writer.write(changes.map(changeText).join(''));
  }

  /** @throws Forbidden when the request would go on as somebody else by now. */
  private async admitted(): Promise<Admitted> {
    const admitted = await this.parts.readmit();
    if (admitted.caller.user_id !== this.userId) throw new Forbidden();
    return admitted;
  }

  /** What is the caller's fault ends the stream; anything else passes, and it goes on then. */
  private failed(error: unknown): void {
    if (!(error instanceof Fault)) this.parts.log.error({ err: error }, 'a stream failed');
    else if (isCallersFault(error.data.kind)) this.end(error);
  }
}
