import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Clock, Limiter } from '@pks/platform/process';
import { whenBodyIsOver } from '../http/body-over.ts';

/**
 * Of one user's refused bodies, only one at a time is read to its end; otherwise the gateway might read nothing else. Each waiting body
 * takes up more than 64 KiB, even after its client is gone: a connection that is not being read does not report its end.
 */
const LIMITS = { concurrency: 256, mostOfOne: 1, queue: 100 };
/** A body that has not got its turn by then is not read to its end; its connection is closed. Milliseconds. */
const PATIENCE_MS = 30_000;

/** Lets the rest of each refused body be read and dropped, in turns by user. */
@Injectable()
export class Discards {
  private readonly limiter: Limiter;

  constructor(private readonly clock: Clock) {
    this.limiter = new Limiter(LIMITS, clock);
  }

  /** Resolves when the rest of a body may be read; the turn lasts until it has arrived. @throws Fault when its turn does not come in time. */
  async turn(userId: string, request: IncomingMessage): Promise<void> {
    const leave = await this.limiter.enter(this.clock.now().getTime() + PATIENCE_MS, userId);
    whenBodyIsOver(request, leave);
  }
}
