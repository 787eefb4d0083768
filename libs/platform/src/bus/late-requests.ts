import type { Msg } from '@nats-io/transport-node';
import type { CallContext } from '../calls/call-context.ts';
import type { Log } from '../logging/log.ts';
import { LoggedSeldom } from '../logging/logged-seldom.ts';
import type { Clock } from '../time/clock.ts';
import { CLOCKS_DIFFER_MS, HEADER, ageOf } from './wire.ts';

/** Logs that requests arrive after their deadline, at most once a minute for each sender: if a clock is ahead, nothing else shows why there are no answers. */
export class LateRequests {
  private readonly seldom: LoggedSeldom;

  constructor(
    private readonly log: Log,
    clock: Clock,
  ) {
    this.seldom = new LoggedSeldom(clock);
  }

  /** Notes a request that has just arrived, if it is late. */
  note({ subject, headers }: Msg, { requestId, deadline }: CallContext): void {
    const ageMs = ageOf(headers);
    if (!(ageMs > CLOCKS_DIFFER_MS) || deadline > Date.now()) return;
    const sender = headers?.get(HEADER.service) || 'its sender';
    const requests = this.seldom.note(sender);
    if (requests === 0) return;
    this.log.warn(
      { request_id: requestId, call: subject, requests },
      `a request came ${Math.round(ageMs / 1000)} s after it was sent: was this process stopped, or do the clocks of ${sender} and this machine disagree?`,
    );
  }
}
