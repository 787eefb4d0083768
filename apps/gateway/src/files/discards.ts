import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Clock, Limiter } from '@pks/platform/process';
import { whenBodyIsOver } from '../http/body-over.ts';

/**
 * Of one user's refused bodies, one at a time is read to its end: of more, the gateway would read nothing else. Each that waits takes up
 * more than 64 KiB, that of a client that is gone, too: nothing of a connection is noticed while it is not read.
 */
const LIMITS = { concurrency: 256, mostOfOne: 1, queue: 100 };
/** A body that has not got its turn by then is not read to its end: its connection is closed. Milliseconds. */
const PATIENCE_MS = 30_000;

/** Lets the rests of refused bodies take turns in being read and dropped, by user. */
@Injectable()
export class Discards {
  private readonly limiter: Limiter;

  constructor(private readonly clock: Clock) {
    this.limiter = new Limiter(LIMITS, clock);
  }

  /** Resolves when the rest of a body may be read, until it has arrived. @throws Fault when its turn does not come in time. */
  async turn(userId: string, request: IncomingMessage): Promise<void> {
    const leave = await this.limiter.enter(this.clock.now().getTime() + PATIENCE_MS, userId);
    whenBodyIsOver(request, leave);
  }
}
