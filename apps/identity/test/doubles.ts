import { BusConnection, Clock, afterCommit } from '@pks/platform';
import { silentLog } from '@pks/testing';
import { AccessNotices } from '../src/access-notices.ts';

export const NOON = new Date('2026-11-21T12:00:00.000Z');

/** A clock that a test moves. */
export class TestClock extends Clock {
  time = NOON;

  override now(): Date {
    return this.time;
  }
}

/** Keeps the notices that would be published. */
export class KeptNotices extends AccessNotices {
  readonly sent: (readonly string[])[] = [];

  constructor() {
    super(new BusConnection('nats://127.0.0.1:1', 'test', silentLog()), silentLog());
  }

  override changed(userIds: readonly string[]): void {
    afterCommit(() => this.sent.push(userIds));
  }
}
