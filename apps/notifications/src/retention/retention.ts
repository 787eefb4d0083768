import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Database, LOG, type Log } from '@pks/platform';
import { RetentionRepository } from './retention.repository.ts';

/** Milliseconds. */
const LOOK_EVERY_MS = 10 * 60_000;
const DAY = 24 * 60 * 60_000;
/** What was read is kept for so long afterwards. */
const READ_MS = 30 * DAY;
const UNREAD_MS = 365 * DAY;
/** Who follows his notifications and was away for longer lists them anew. */
const DELETIONS_MS = 7 * DAY;

/** Drops, now and then, what nobody needs any more. */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly kept: RetentionRepository,
    private readonly clock: Clock,
    private readonly database: Database,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => {
      this.underWay = this.look().finally(() => {
        if (!this.stopping) this.onApplicationBootstrap();
      });
    }, LOOK_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.underWay;
  }

  /** Drops what is due now, until nothing is. */
  async dropDue(): Promise<void> {
    const now = this.clock.now();
    const before = (age: number): Date => new Date(now.getTime() - age);
    const steps = [
      () => this.kept.dropRead(before(READ_MS)),
      () => this.kept.dropMarked(before(READ_MS)),
      () => this.kept.dropUnread(before(UNREAD_MS), now),
      () => this.kept.dropDeletions(before(DELETIONS_MS)),
      () => this.kept.dropMarks(before(READ_MS)),
    ];
    for (const drop of steps) while (!this.stopping && (await drop()));
  }

  private async look(): Promise<void> {
    if (this.database.notReady !== undefined) return;
    try {
      await this.dropDue();
    } catch (error) {
      this.log.warn({ err: error }, 'notifications that are due were not dropped');
    }
  }
}
