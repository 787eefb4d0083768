import type { EventType } from '@pks/contracts';
import { fieldsOf } from '@pks/contracts';
import { parserOf } from '../validation/parser.ts';

/**
 * The validated payload of an event. Fields that this build does not know are left out: a newer service may send more.
 * @throws Invalid
 */
export function payloadOf({ message }: EventType, payload: object): object {
  const known = fieldsOf(message).flatMap(({ name }) =>
    name in payload ? [[name, Reflect.get(payload, name)]] : [],
  );
  return parserOf(message).parse(Object.fromEntries(known));
}
