import fc from 'fast-check';
import { isOpen, parametersIn } from '../document/open-api.ts';
import type { Schemas } from '../document/schema.ts';
import { BrokenValues } from '../values/broken.ts';
import { flawsOfBody } from './flawed-bodies.ts';
import type { Flaw, Plan } from './plan.ts';
import { LONGEST_IN_QUERY, type ValidRequests, short } from './valid-requests.ts';

const UNKNOWN_ID = '01890000-0000-7000-8000-0123456789ab';
/** Texts in a path that are no UUIDs. Encoded. */
const NO_UUIDS = [
  'x',
  '0',
  '%00',
  '%ff',
  '%F0%9F%98%80',
  '%ED%A0%80',
  '..%2f..%2fetc',
  '%2e%2e',
  'null',
  `${UNKNOWN_ID}0`,
  UNKNOWN_ID.slice(1),
  `%20${UNKNOWN_ID}`,
  `%7B${UNKNOWN_ID}%7D`,
  'a'.repeat(300),
  '%27%20OR%201=1',
  '%252e',
];
const NO_NUMBERS = ['x', '-1', '1.5', '1e3', '0x1', '%00', '99999999999', '9'.repeat(200), '%2B', '1%20'];
const NO_CREDENTIALS = [
  '',
  'Bearer',
  'Bearer x',
  'Basic YTpi',
  'Bearer pkt_x',
  'Token',
  'pkt_',
  'Bearer a b',
  `Bearer ${'x'.repeat(4_000)}`,
  'Bearer e30.e30.e30',
];
/** Keys that no one has. */
const UNKNOWN_KEYS = ['Bearer pks_x', `Bearer pks_${'0'.repeat(36)}`];

/** Every way in which a request of an operation breaks its description, with a single fault. */
export function flawsOf(
  requests: ValidRequests,
  schemas: Schemas,
  foreign: Readonly<Record<string, string>>,
): Flaw[] {
  const { operation } = requests;
  return [
    ...flawsOfBody(requests, new BrokenValues(schemas, requests.values)),
    ...flawsOfQuery(requests, schemas),
    ...flawsOfPath(requests, foreign),
    ...flawsOfHeaders(requests),
    ...(isOpen(operation) ? [] : flawsOfCredential(requests)),
  ];
}

function flawsOfQuery(requests: ValidRequests, schemas: Schemas): Flaw[] {
  const { operation } = requests;
  const broken = new BrokenValues(schemas, requests.values);
  const withQuery = (pairs: fc.Arbitrary<(readonly [string, string])[]>): fc.Arbitrary<Plan> =>
    fc.tuple(requests.plans(), pairs).map(([plan, query]) => ({ ...plan, again: false, query }));
  const given = parametersIn(operation, 'query');
  const replaced = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Plan> =>
    withQuery(fc.tuple(requests.query(name), value).map(([others, text]) => [...others, [name, text]]));
  const flaws: Flaw[] = given.flatMap(({ name, required, schema }) => {
    const twice = fc.tuple(requests.query(name), requests.values.of(short(schema))).map(([others, value]) => {
      const pair = [name, encodeURIComponent(String(value))] as const;
      return [...others, pair, pair];
    });
    const wrong = broken
      .of(schema)
      .filter(({ rule }) => isForQuery(rule, schema.maxLength))
      .map(({ rule, value }): Flaw => ({
        rule: `query: ${rule} of ${name}`,
        statuses: [400],
        key: [name],
        plan: replaced(
          name,
          value.map((one) => encodeURIComponent(String(one))),
        ),
      }));
    const types = NOT_OF_TYPE[String(schema.type)] ?? [];
    return [
      ...wrong,
      ...(types.length === 0
        ? []
        : [flaw(`query: type of ${name}`, 400, [name], replaced(name, fc.constantFrom(...types)))]),
      flaw(
        `query: unstorable ${name}`,
        400,
        [name],
        replaced(name, fc.constantFrom('%00', 'a%00b', '%ff', '%ED%A0%80', '%C0%80')),
      ),
      flaw(`query: ${name} twice`, 400, [name], withQuery(twice)),
      ...(required ? [flaw(`query: without ${name}`, 400, [name], withQuery(requests.query(name)))] : []),
    ];
  });
  const unknown = fc.constantFrom(
    'no_such',
    'Limit',
    'constructor',
    'per_page',
    'offset.',
    'q%5B%5D',
    '__proto__',
    'hasOwnProperty',
  );
  const more = withQuery(
    fc.tuple(requests.query(), unknown).map(([others, name]) => [...others, [name, '1']]),
  );
  return [...flaws, flaw('query: unknown parameter', 400, undefined, more)];
}

/** Texts that are no value of a type. Encoded. */
const NOT_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  integer: ['', 'x', '1.5', '1e3', '0x5', '%205', '9'.repeat(20), 'null', '5%00'],
  boolean: ['', '1', '0', 'True', 'yes', 'null'],
};

/** Whether a query can break the rule: its values are all texts, and one that is too long for an address is refused with the address. */
function isForQuery(rule: string, maxLength = 0): boolean {
  if (rule === 'type' || rule.startsWith('NUL')) return false;
  return rule !== 'too long' || maxLength <= LONGEST_IN_QUERY;
}

function flawsOfPath(requests: ValidRequests, foreign: Readonly<Record<string, string>>): Flaw[] {
  const at = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Plan> =>
    fc
      .tuple(requests.plans(), value)
      .map(([plan, text]) => ({ ...plan, again: false, path: { [name]: text } }));
  return parametersIn(requests.operation, 'path').flatMap(({ name, schema }) => {
    const malformed =
      schema.format === 'uuid'
        ? NO_UUIDS
        : schema.type === 'integer'
          ? NO_NUMBERS
          : ['%00', 'a'.repeat(256), '%ff'];
    const missing =
      schema.format === 'uuid' ? [UNKNOWN_ID] : schema.type === 'integer' ? ['999999'] : ['no-such-artifact'];
    const isPlace = name in foreign;
    return [
      flaw(`path: malformed ${name}`, 404, undefined, at(name, fc.constantFrom(...malformed))),
      {
        ...flaw(`path: unknown ${name}`, 404, undefined, at(name, fc.constantFrom(...missing))),
        statuses: isPlace ? [403, 404] : [404],
      },
      ...(isPlace
        ? [
            {
              ...flaw(`path: foreign ${name}`, 403, undefined, at(name, fc.constant(foreign[name] ?? ''))),
              statuses: [403, 404],
            },
          ]
        : []),
    ];
  });
}

function flawsOfHeaders(requests: ValidRequests): Flaw[] {
  const headers = parametersIn(requests.operation, 'header').filter(({ name }) => REFUSED_HEADERS.has(name));
  return headers.map(({ name, schema: { pattern = '' } }) => {
    const form = new RegExp(pattern);
    const malformed = HEADER_VALUES.filter((value) => !form.test(value));
    return flaw(
      `header: malformed ${name}`,
      400,
      [name],
      fc.tuple(requests.plans(), fc.constantFrom(...malformed)).map(([plan, value]) => ({
        ...plan,
        again: false,
        headers: { ...plan.headers, [name.toLowerCase()]: value },
      })),
    );
  });
}

/** Headers whose malformed values are refused, rather than replaced or ignored. */
const REFUSED_HEADERS: ReadonlySet<string> = new Set(['Idempotency-Key', 'Last-Event-ID']);
/** Values of headers, of which those are sent that the document does not allow. */
const HEADER_VALUES = ['x', '-1', '1.5', '1'.repeat(16), 'x'.repeat(256), '\u00e9', 'a\u00ff', 'a\tb'];

function flawsOfCredential(requests: ValidRequests): Flaw[] {
  const as = (values: readonly string[]): fc.Arbitrary<Plan> =>
    fc
      .tuple(requests.plans(), fc.constantFrom(...values))
      .map(([plan, authorization]) => ({ ...plan, again: false, authorization }));
  return [
    flaw('credential: none or malformed', 401, undefined, as(NO_CREDENTIALS)),
    flaw('credential: unknown key', 403, undefined, as(UNKNOWN_KEYS)),
  ];
}

function flaw(
  rule: string,
  status: number,
  key: readonly string[] | undefined,
  plan: fc.Arbitrary<Plan>,
): Flaw {
  return { rule, statuses: [status], plan, ...(key === undefined ? {} : { key }) };
}
