import { Invalid } from '@pks/platform/process';
import type { ApiRequest } from '../http/json-body.ts';

const HEADER = 'Last-Event-ID';
const NUMBER = /^\d{1,15}$/;

/** The change after which a stream resumes; undefined if it begins now: without a header, or with an empty one. @throws Invalid */
export function lastEventIdOf({ headers }: Pick<ApiRequest, 'headers'>): number | undefined {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  if (typeof id !== 'string' || !NUMBER.test(id)) {
    throw Invalid.field(HEADER, 'Must be the id of an event of this stream.');
  }
  return Number(id);
}
