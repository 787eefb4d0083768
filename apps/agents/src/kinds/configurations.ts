import type { JsonObject, MessageClass } from '@pks/contracts';
import { Invalid, parserOf } from '@pks/platform';

/** The configuration of a tool. @throws Invalid keyed to its fields: `configuration.kinds`. */
export function configurationOf<C extends object>(message: MessageClass<C>, given: JsonObject): C {
  try {
    return parserOf(message).parse(given);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const fields = Object.entries(error.data.fields ?? {});
    throw new Invalid(Object.fromEntries(fields.map(([name, all]) => [`configuration.${name}`, all])));
  }
}

/** The configuration of a tool that has no settings. */
export class NoSettings {}
