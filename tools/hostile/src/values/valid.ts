import fc from 'fast-check';
import { type Schema, type Schemas, type TypeName, typesOf } from '../document/schema.ts';
import { isBlank, texts } from './texts.ts';

/** Lists up to this length are made now and then; longer ones would only show that the bound holds. */
const FULL_LIST = 100;
const USUAL_LIST = 3;
const MOST_CHARACTERS = 20_000;

/** Values of fields by name, where the schema alone would hardly ever yield a useful value. */
export type Overrides = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** The name under which a whole body is overridden. */
export const WHOLE_BODY = '(body)';

/** Makes values that a schema allows. A text that must not be empty is not blank either. */
export class ValidValues {
  private readonly schemas: Schemas;
  private readonly overrides: Overrides;
  /** The values by schema, since each schema is needed many times: once for every flaw of a neighbouring field. */
  private readonly made = new WeakMap<Schema, fc.Arbitrary<unknown>>();

  constructor(schemas: Schemas, overrides: Overrides = {}) {
    this.schemas = schemas;
    this.overrides = overrides;
  }

  of(given: Schema): fc.Arbitrary<unknown> {
    const known = this.made.get(given) ?? this.make(given);
    this.made.set(given, known);
    return known;
  }

  private make(given: Schema): fc.Arbitrary<unknown> {
    const schema = this.schemas.resolve(given);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => this.of(branch)));
    const types = typesOf(schema);
    if (types.length === 0) return anyJson();
    return fc.oneof(...types.map((type) => this.ofType(type, schema)));
  }

  /** Objects with their required fields and any of the others. */
  object(schema: Schema, without: readonly string[] = []): fc.Arbitrary<Record<string, unknown>> {
    const given = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name));
    const fields = given.map(([name, field]) => [name, this.field(name, field)] as const);
    const required = (schema.required ?? []).filter((name) => !without.includes(name));
    return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
  }

  /** A field's values, with those that are known to be useful among them. */
  field(name: string, schema: Schema): fc.Arbitrary<unknown> {
    const useful = this.overrides[name];
    if (!useful) return this.of(schema);
    return fc.oneof({ weight: 9, arbitrary: useful }, { weight: 1, arbitrary: this.of(schema) });
  }

  private ofType(type: TypeName, schema: Schema): fc.Arbitrary<unknown> {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return integers(schema);
      case 'number':
        return fc.double({ noNaN: true, noDefaultInfinity: true });
      case 'string':
        return schema.contentSchema
          ? this.of(schema.contentSchema).map((value) => JSON.stringify(value))
          : strings(schema);
      case 'array':
        return this.list(schema);
      case 'object':
        return schema.properties ? this.object(schema) : anyObject();
    }
  }

  private list({ items, prefixItems, minItems = 0, maxItems = FULL_LIST }: Schema): fc.Arbitrary<unknown> {
    if (prefixItems) return fc.tuple(...prefixItems.map((item) => this.of(item)));
    const item = items ? this.of(items) : anyJson();
    const usual = fc.array(item, {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, USUAL_LIST)),
    });
    if (maxItems > FULL_LIST) return usual;
    const full = fc.array(item, { minLength: maxItems, maxLength: maxItems });
    return fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: full });
  }
}

function integers({
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
}: Schema): fc.Arbitrary<number> {
  const near = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 10) });
  return fc.oneof(near, fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
}

function strings({
  format,
  pattern,
  minLength = 0,
  maxLength = MOST_CHARACTERS,
}: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  switch (format) {
    case 'uuid':
      return fc.uuid();
    case 'email':
      return emails();
    case 'date-time':
      return timestamps();
    case 'date':
      return dates().map((date) => date.toISOString().slice(0, 10));
    case 'uri':
      return fc.webUrl();
    case undefined:
    case 'binary':
      return texts({ min: minLength, max: maxLength }).filter((text) => minLength === 0 || !isBlank(text));
    default:
      throw new Error(`No values of the format ${format}.`);
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Words of these characters, which are made much faster than by `stringMatching`. */
function words(characters: string, maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength }).map((made) => made.join(''));
}

/** Addresses with a dotted domain, unlike any that exists. */
export function emails(): fc.Arbitrary<string> {
  const local = fc
    .array(words(`${LETTERS}!#$%&'*+/=?^_\`{|}~-`, 12), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('.'));
  const domain = fc.array(words(LETTERS, 6), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('-'));
  return fc.tuple(local, domain).map(([name, host]) => `${name}@${host}.hostile.test`);
}

function dates(): fc.Arbitrary<Date> {
  return fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
}

/** Points in time in several of the ways in which RFC 3339 writes them. */
function timestamps(): fc.Arbitrary<string> {
  const near = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  const written = (date: Date, zone: string): string => date.toISOString().replace('Z', zone);
  return fc.oneof(
    fc
      .tuple(near, fc.constantFrom('Z', 'z', '+00:00', '-00:00', '+14:00', '-11:30'))
      .map(([date, zone]) => written(date, zone)),
    dates().map((date) => date.toISOString()),
    near.map((date) => date.toISOString().replace(/\.\d+/, '')),
    near.map((date) => date.toISOString().replace('Z', '123456789Z')),
  );
}

/** Any JSON that can be stored: no NUL, no lone surrogate, no number beyond 2^53, no `__proto__`. */
export function anyJson(): fc.Arbitrary<unknown> {
  return fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(null, true, false, 0, -0, 1.5, Number.MAX_SAFE_INTEGER, 5e-324, 1e-7),
      texts({ min: 0, max: 60 }),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc.dictionary(keys(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  })).value;
}

/** Any object that can be stored. */
export function anyObject(): fc.Arbitrary<unknown> {
  return fc.dictionary(keys(), anyJson(), { maxKeys: 4, noNullPrototype: true });
}

function keys(): fc.Arbitrary<string> {
  return texts({ min: 0, max: 30 }).filter((key) => key !== '__proto__');
}
