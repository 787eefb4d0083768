import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Fault, type FaultData } from '@pks/platform/process';
import { whenOver } from '../http/answering.ts';
import { Counts } from '../http/counts.ts';

/** How many streams a user may have open at this gateway, across all of their credentials. */
const MAX_STREAMS = 20;
/** When a client with too many streams should retry. Seconds. */
const RETRY_AFTER_S = 15;

const TOO_MANY: FaultData = {
  kind: 'throttled',
  message: `No more than ${MAX_STREAMS} streams of one user may be open.`,
  retryAfter: RETRY_AFTER_S,
};

/** Counts the open streams of each user. */
@Injectable()
export class StreamCounts {
  private readonly counts = new Counts<string>();

  /** The number of open streams. */
  get size(): number {
    return this.counts.sum;
  }

  /** Counts a stream until its response closes. @throws Fault when the user has too many. */
  count(userId: string, response: ServerResponse): void {
    if (this.counts.of(userId) >= MAX_STREAMS) throw new Fault(TOO_MANY);
    this.counts.change(userId, 1);
    whenOver(response, () => this.counts.change(userId, -1));
  }
}
