import { Invalid } from '@pks/platform/process';
import type { ApiRequest } from '../http/json-body.ts';

const HEADER = 'Last-Event-ID';
const ID = /^0?\d{1,15}$/;
const ADMINS_ID = /^0\d/;

/** Up to where a client knows the notifications of its user. */
export interface Position {
  /** The number of the last change that it knows. */
  readonly number: number;
  /** Whether it knows those for admins, too. */
  readonly asAdmin: boolean;
}

/** The id of an event of notifications: the number, which begins with a zero for admins. As a number, it is the same for all. */
export function idOf({ number, asAdmin }: Position): string {
  return `${asAdmin ? '0' : ''}${number}`;
}

/** The position from which a stream of notifications resumes; undefined if it begins now. @throws Invalid */
export function lastPositionOf(request: Pick<ApiRequest, 'headers'>): Position | undefined {
  const id = idIn(request);
  return id === undefined ? undefined : { number: Number(id), asAdmin: ADMINS_ID.test(id) };
}

/** The change after which a stream resumes; undefined if it begins now: without a header, or with an empty one. @throws Invalid */
export function lastEventIdOf(request: Pick<ApiRequest, 'headers'>): number | undefined {
  const id = idIn(request);
  return id === undefined ? undefined : Number(id);
}

function idIn({ headers }: Pick<ApiRequest, 'headers'>): string | undefined {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  if (typeof id !== 'string' || !ID.test(id)) {
    throw Invalid.field(HEADER, 'Must be the id of an event of this stream.');
  }
  return id;
}
