import type { Field, MessageClass } from '@pks/contracts';
import { type FieldErrors, Invalid, Parser } from '@pks/platform/process';
import { WHOLE } from './text-key.ts';

/** Reads the body of one route. */
export class BodyReader {
  private readonly parser: Parser<object>;
  private readonly item: Parser<object> | undefined;

  /** `bodyIs` names the field whose value is the whole body; instead of a list of objects, a single object may be sent. */
  constructor(
    message: MessageClass,
    fields: readonly Field[],
    private readonly bodyIs: string | undefined,
  ) {
    this.parser = Parser.of(message, fields);
    const nested = fields.find(({ name }) => name === bodyIs)?.nested;
    if (nested) this.item = new Parser(nested);
  }

  /** @throws Invalid keyed to each field that breaks its rule; in a list, by index and field. */
  read(value: unknown): object {
    if (this.bodyIs === undefined) return this.parser.parse(value);
    if (this.item && !Array.isArray(value)) return { [this.bodyIs]: [this.item.parse(value)] };
    return this.whole(this.bodyIs, value);
  }

  private whole(name: string, value: unknown): object {
    try {
      return this.parser.parse({ [name]: value });
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      throw new Invalid(withoutName(error.data.fields ?? {}, name));
    }
  }
}

function withoutName(fields: FieldErrors, name: string): FieldErrors {
  const placed = (key: string): string => (key === name ? WHOLE : key.slice(name.length + 1));
  return Object.fromEntries(
    Object.entries(fields).map(([key, sentences]) => [placed(key), sentences] as const),
  );
}
