import fc from 'fast-check';
import { type Schema, type Schemas, type TypeName, typesOf } from '../document/schema.ts';
import { UNSTORABLE } from './texts.ts';
import type { ValidValues } from './valid.ts';

/** Values that break one rule of a schema. */
export interface Break {
  /** The rule that is broken: `type`, `too long`, `missing`, … */
  readonly rule: string;
  /** The place of the fault in the value, by names and indexes; empty for the value itself. */
  readonly key: readonly string[];
  /** Whole values, of which everything but the part at the key is valid. */
  readonly value: fc.Arbitrary<unknown>;
}

/** Longer limits are not broken: sending such a value takes longer than it is worth. */
const LONGEST_BREAK = 50_000;
const LARGEST_LIST = 1_000;

/** One value of each type. */
const OF_TYPE: Readonly<Record<TypeName, readonly unknown[]>> = {
  null: [null],
  boolean: [true, false],
  integer: [0, 1, -1],
  number: [1.5, -0.25, 1e-7],
  string: ['', '1', 'true', 'null', '[]'],
  array: [[], [[]], ['x']],
  object: [{}, { a: 1 }, { length: 1 }],
};

const WRONG_FORMATS: Readonly<Record<string, readonly string[]>> = {
  uuid: [
    '',
    'x',
    '01890000-0000-7000-8000-00000000000',
    '01890000-0000-7000-8000-0000000000000',
    '{01890000-0000-7000-8000-000000000000}',
    'urn:uuid:01890000-0000-7000-8000-000000000000',
    '01890000-0000-7000-8000-00000000000g',
    ' 01890000-0000-7000-8000-000000000000',
    '01890000000070008000000000000000',
  ],
  email: [
    '',
    'x',
    '@',
    'a@b',
    'a@@b.test',
    'a b@c.test',
    'a@b..test',
    'a@.test',
    'a.@b.test',
    'a@-b.test',
    'a@b.test,c@d.test',
    'ä@b.test',
    'a@b.test\r\nBcc: c@d.test',
  ],
  'date-time': [
    '',
    'now',
    '2026-11-21',
    '2026-11-21T12:00:00',
    '2026-13-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T12:00:00+25:00',
    '1763712000',
    '+012026-11-21T12:00:00Z',
    '2026-11-21T12:00:60Z',
  ],
  date: ['', 'today', '2026-02-29', '2026-13-01', '2026-1-1', '2026-11-21T00:00:00Z', '0000-00-00'],
};

/** Makes values that a schema does not allow, each with a single fault. */
export class BrokenValues {
  private readonly schemas: Schemas;
  private readonly valid: ValidValues;

  constructor(schemas: Schemas, valid: ValidValues) {
    this.schemas = schemas;
    this.valid = valid;
  }

  of(given: Schema): Break[] {
    const schema = this.schemas.resolve(given);
    if (schema.anyOf) return this.ofBranches(schema.anyOf);
    const types = typesOf(schema);
    return [
      ...unstorable(types),
      ...wrongTypes(types),
      ...wrongWords(schema),
      ...types.flatMap((type) => this.ofType(type, schema)),
    ];
  }

  /** Values that no branch allows: of a type that no branch has, or broken within the only branch of their type. */
  private ofBranches(branches: readonly Schema[]): Break[] {
    const resolved = branches.map((branch) => this.schemas.resolve(branch));
    const types = resolved.flatMap(typesOf);
    const within = resolved.flatMap((branch) => typesOf(branch).flatMap((type) => this.ofType(type, branch)));
    return [...wrongTypes(types), ...within];
  }

  private ofType(type: TypeName, schema: Schema): Break[] {
    switch (type) {
      case 'integer':
      case 'number':
        return wrongNumbers(type, schema);
      case 'string':
        return wrongStrings(schema);
      case 'array':
        return this.wrongLists(schema);
      case 'object':
        return this.wrongObjects(schema);
      case 'boolean':
      case 'null':
        return [];
    }
  }

  private wrongObjects(schema: Schema): Break[] {
    const { properties, required = [], additionalProperties } = schema;
    if (!properties) return [];
    const missing = required.map((name): Break => ({
      rule: 'missing',
      key: [name],
      value: this.valid.object(schema, [name]),
    }));
    const names = ['no_such', 'constructor', 'toString', 'Name', ' '].filter((name) => !(name in properties));
    const unknown = names.map((name): Break => ({
      rule: 'unknown field',
      key: [name],
      value: fc
        .tuple(this.valid.object(schema), fc.constantFrom<unknown>(null, 1, 'x', {}))
        .map(([valid, value]) => ({ ...valid, [name]: value })),
    }));
    const fields = Object.entries(properties).flatMap(([name, field]) =>
      this.of(field).map(({ rule, key, value }): Break => ({
        rule,
        key: [name, ...key],
        value: fc
          .tuple(this.valid.object(schema, [name]), value)
          .map(([valid, broken]) => ({ ...valid, [name]: broken })),
      })),
    );
    return [...missing, ...(additionalProperties === false ? unknown : []), ...fields];
  }

  private wrongLists(schema: Schema): Break[] {
    const { items, prefixItems, minItems = 0, maxItems } = schema;
    if (prefixItems) return this.wrongPairs(schema, prefixItems);
    const few: Break[] = minItems === 0 ? [] : [{ rule: 'too few', key: [], value: fc.constant([]) }];
    if (!items) return few;
    const many: Break[] =
      maxItems === undefined || maxItems > LARGEST_LIST
        ? []
        : [
            {
              rule: 'too many',
              key: [],
              value: this.valid.of(items).map((item) => Array.from({ length: maxItems + 1 }, () => item)),
            },
          ];
    const within = this.of(items).map(({ rule, key, value }): Break => ({
      rule: `${rule} in a list`,
      key: ['0', ...key],
      value: fc
        .tuple(value, fc.array(this.valid.of(items), { maxLength: 2 }))
        .map(([broken, rest]) => [broken, ...rest]),
    }));
    return [...few, ...many, ...within];
  }

  private wrongPairs(schema: Schema, prefixItems: readonly Schema[]): Break[] {
    const valid = this.valid.of(schema) as fc.Arbitrary<unknown[]>;
    const within = prefixItems.flatMap((item, n) =>
      this.of(item).map(({ rule, key, value }): Break => ({
        rule: `${rule} in a pair`,
        key: [String(n), ...key],
        value: fc.tuple(valid, value).map(([pair, broken]) => pair.with(n, broken)),
      })),
    );
    return [
      ...within,
      { rule: 'too few', key: [], value: valid.map((pair) => pair.slice(1)) },
      { rule: 'too many', key: [], value: valid.map((pair) => [...pair, 'x']) },
    ];
  }
}

/** NUL and lone surrogates in a text, wherever the types would allow a text. */
function unstorable(types: readonly TypeName[]): Break[] {
  const inside: fc.Arbitrary<unknown>[] = [fc.constantFrom<unknown>(...UNSTORABLE)];
  const allows = (type: TypeName): boolean => types.length === 0 || types.includes(type);
  if (allows('array')) inside.push(fc.constantFrom<unknown>(...UNSTORABLE).map((text) => [text]));
  if (allows('object'))
    inside.push(fc.constantFrom<unknown>(...UNSTORABLE).map((text) => ({ a: { b: text } })));
  return [{ rule: 'NUL or lone surrogate', key: [], value: fc.oneof(...inside) }];
}

function wrongTypes(types: readonly TypeName[]): Break[] {
  if (types.length === 0) return [];
  const allowed = new Set<TypeName>(types);
  if (allowed.has('number')) allowed.add('integer');
  const wrong = (Object.keys(OF_TYPE) as TypeName[]).filter((type) => !allowed.has(type));
  return [{ rule: 'type', key: [], value: fc.constantFrom(...wrong.flatMap((type) => OF_TYPE[type])) }];
}

function wrongWords({ enum: words }: Schema): Break[] {
  if (!words) return [];
  const others = fc
    .oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(...words.map((word) => `${String(word).toUpperCase()} `)),
    )
    .filter((word) => !words.includes(word));
  return [{ rule: 'enum', key: [], value: others }];
}

function wrongNumbers(type: TypeName, { minimum, maximum }: Schema): Break[] {
  const below = minimum === undefined ? [] : [minimum - 1, -1e15];
  const above =
    maximum === undefined ? [] : [maximum + 1, Number.MAX_SAFE_INTEGER].filter((one) => one > maximum);
  const bounds: Break[] =
    below.length + above.length === 0
      ? []
      : [{ rule: 'bounds', key: [], value: fc.constantFrom(...below, ...above) }];
  return bounds.map((found) => ({ ...found, rule: `${found.rule} of ${type}` }));
}

/** Texts of which each pattern of the document excludes some. */
const PATTERNLESS = ['', 'nothing-of-it', '-1', '1.5', '\n1', 'a,b'];

function wrongStrings({ minLength = 0, maxLength, format, pattern, enum: words }: Schema): Break[] {
  if (words) return [];
  const found: Break[] = [];
  if (minLength > 0) {
    const short = ['', 'x'.repeat(minLength - 1)];
    found.push({ rule: 'too short', key: [], value: fc.constantFrom(...short) });
  }
  if (minLength === 1)
    found.push({ rule: 'blank', key: [], value: fc.constantFrom(' ', '\t\n', '\u00a0\u3000', '\ufeff') });
  if (maxLength !== undefined && maxLength <= LONGEST_BREAK) {
    const long = ['x', '😀', 'é'].map((character) => character.repeat(maxLength + 1));
    found.push({ rule: 'too long', key: [], value: fc.constantFrom(...long) });
  }
  const wrong = WRONG_FORMATS[format ?? ''];
  if (wrong) found.push({ rule: `format ${format}`, key: [], value: fc.constantFrom(...wrong) });
  if (pattern !== undefined) {
    const wrong = PATTERNLESS.filter((text) => !new RegExp(pattern, 'u').test(text));
    found.push({ rule: 'pattern', key: [], value: fc.constantFrom(...wrong) });
  }
  return found;
}
