import type { PermissionViolationError } from '@nats-io/transport-node';
import type { Log } from '../logging/log.ts';

/** Subjects that differ for each message: only their common beginning is logged. */
const VARYING = /^(_INBOX\.[^.]+|\$JS\.ACK\.([^.]+\.[^.]+\.)??events\.[^.]+)\./;

/** Logs the subjects that the server refuses to the user of a connection for lack of a permission, each of them once. */
export class Refusals {
  private readonly logged = new Set<string>();

  constructor(
    private readonly user: string,
    private readonly log: Log,
  ) {}

  record({ operation, subject }: Pick<PermissionViolationError, 'operation' | 'subject'>): void {
    const about = VARYING.exec(subject)?.[1] ?? subject;
    const key = `${operation} ${about}`;
    if (this.logged.has(key)) return;
    this.logged.add(key);
    const notes = { user: this.user, operation, subject: about };
    this.log.error(notes, 'NATS refuses a subject: its user lacks the permission');
  }
}
