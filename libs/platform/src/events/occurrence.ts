import type { EventType } from '@pks/contracts';
import { fieldsOf } from '@pks/contracts';
import { parserOf } from '../validation/parser.ts';

/**
 * What an event tells, checked. Fields that this build does not know are left out: a service that is newer may tell more.
 * @throws Invalid
 */
export function payloadOf({ message }: EventType, payload: object): object {
  const known = fieldsOf(message).flatMap(({ name }) =>
    name in payload ? [[name, Reflect.get(payload, name)]] : [],
  );
  return parserOf(message).parse(Object.fromEntries(known));
}
