import fc from 'fast-check';
import type { BrokenValues } from '../values/broken.ts';
import { formBody } from './forms.ts';
import type { Flaw, Plan } from './plan.ts';
import { type SentBody, bytesOf, jsonBody } from './request.ts';
import { FORM_TYPE, JSON_TYPE, type ValidRequests } from './valid-requests.ts';

/** The key of errors about a body as a whole. */
export const WHOLE = ['non_field_errors'];

const MIB = 1024 * 1024;
const MAX_DEPTH = 100;

/** Not JSON, in bytes. */
const NO_JSON = [
  '{',
  '{"a":}',
  "{'a':1}",
  '{"a":1,}',
  '\0',
  '{"a":NaN}',
  '{}{}',
  '[',
  '"',
  'undefined',
  '\xef\xbb\xbf{',
  '//',
  '{"a":01}',
  '{"a":\u0001}',
];
/** Not UTF-8, in bytes. */
const NO_UTF8 = [
  '{\xff}',
  '"\xc0\x80"',
  '"\xed\xa0\x80"',
  '\xff\xfe{\0}\0',
  '{"a":"\xe9"}',
  '"\xf4\x90\x80\x80"',
];
/** Numbers that a double cannot hold. */
const HUGE = ['1e400', '-1e999', '9007199254740993', '123456789012345678901234567890'];
const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonx',
  'application/json-patch+json',
  'text/json',
  'application/xml',
  ';',
  'x',
  '',
];

const MALFORMED_FORMS: readonly SentBody[] = [
  { type: FORM_TYPE, bytes: 'x' },
  { type: `${FORM_TYPE}; boundary=x`, bytes: 'x' },
  {
    type: `${FORM_TYPE}; boundary=x`,
    bytes: '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nabc',
  },
  { type: `${FORM_TYPE}; boundary=x`, bytes: '--x\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--x--' },
];

/** The flaws of the body of an operation. */
export function flawsOfBody(requests: ValidRequests, broken: BrokenValues): Flaw[] {
  const { operation, json } = requests;
  const withBody = (
    body: fc.Arbitrary<SentBody>,
    headers: Readonly<Record<string, string>> = {},
  ): fc.Arbitrary<Plan> =>
    fc.tuple(requests.plans(), body).map(([plan, sent]) => ({
      ...plan,
      again: false,
      headers: { ...plan.headers, ...headers },
      body: sent,
    }));
  if (json) {
    const values = broken.of(json).map(({ rule, key, value }): Flaw => ({
      rule: `body: ${rule}${key.length === 0 ? '' : ` of ${key.join('.')}`}`,
      statuses: [400],
      key: key.length === 0 ? WHOLE : key,
      plan: withBody(value.map(jsonBody)),
    }));
    return [...values, ...flawsOfJson(requests, withBody), ...flawsOfForm(requests, withBody)];
  }
  if (operation.method === 'GET') return [];
  if (operation.requestBody) return flawsOfForm(requests, withBody);
  return [
    {
      rule: 'body: unknown field, where none is known',
      statuses: [400],
      key: ['no_such'],
      plan: withBody(fc.constant(jsonBody({ no_such: 1 }))),
    },
    ...flawsOfJson(requests, withBody),
  ];
}

type WithBody = (
  body: fc.Arbitrary<SentBody>,
  headers?: Readonly<Record<string, string>>,
) => fc.Arbitrary<Plan>;

function flawsOfJson({ operation }: ValidRequests, withBody: WithBody): Flaw[] {
  const types = Object.keys(operation.requestBody?.content ?? { [JSON_TYPE]: {} });
  const raw = (texts: readonly string[], type = JSON_TYPE): fc.Arbitrary<Plan> =>
    withBody(fc.constantFrom(...texts).map((bytes) => ({ type, bytes })));
  const whole = (rule: string, plan: fc.Arbitrary<Plan>): Flaw => ({
    rule: `body: ${rule}`,
    statuses: [400],
    key: WHOLE,
    plan,
  });
  const deep = [
    `{"a":${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}}`,
    '['.repeat(2_000),
    '{"a":'.repeat(2_000),
  ];
  const tooMany = `[${'0,'.repeat(valuesOf(operation.requestBody?.description))}0]`;
  const mostBytes = bytesAllowed(operation.requestBody?.description);
  const others = types.includes(FORM_TYPE)
    ? OTHER_TYPES.filter((type) => !type.includes('form'))
    : OTHER_TYPES;
  return [
    whole('no JSON', raw(NO_JSON)),
    whole('no UTF-8', raw(NO_UTF8)),
    whole('a number that no double holds', raw(HUGE.map((number) => `{"a":${number}}`))),
    whole('__proto__', raw(['{"__proto__":{}}', '{"a":[{"__proto__":1}]}', '{"a":{"\\u005f_proto__":1}}'])),
    whole('too deep', raw(deep)),
    ...(tooMany.length > mostBytes ? [] : [whole('too many values', raw([tooMany]))]),
    {
      rule: 'body: another type',
      statuses: [415],
      plan: withBody(fc.constantFrom(...others).map((type) => ({ type, bytes: bytesOf('{"a":1}') }))),
    },
    {
      rule: 'body: a coding',
      statuses: [415],
      plan: withBody(fc.constant({ type: JSON_TYPE, bytes: '\x1f\x8b\x08\0' }), {
        'content-encoding': 'gzip',
      }),
    },
    {
      rule: 'body: too large',
      statuses: [413],
      plan: withBody(
        fc.constant({
          type: JSON_TYPE,
          bytes: `"${' '.repeat(mostBytes)}"`,
        }),
      ),
    },
  ];
}

/** The maximum size of a body, which is in its description. */
function bytesAllowed(description = '1 MiB'): number {
  const [, count = '', unit = ''] = /(\d+) (KiB|MiB)/.exec(description) ?? [];
  return Number(count) * (unit === 'KiB' ? 1024 : MIB);
}

function valuesOf(description = '50,000 JSON values'): number {
  const [, count = ''] = /([\d,]+) JSON values/.exec(description) ?? [];
  return Number(count.replaceAll(',', ''));
}

function flawsOfForm({ operation }: ValidRequests, withBody: WithBody): Flaw[] {
  const form = operation.requestBody?.content[FORM_TYPE]?.schema;
  if (!form?.properties) return [];
  const isUpload = 'files' in form.properties;
  const file = {
    field: isUpload ? 'files' : 'file',
    content: 'A: b',
    file: { name: 'a.txt', type: 'text/plain' },
  };
  const sent = (rule: string, key: readonly string[], ...bodies: SentBody[]): Flaw => ({
    rule: `form: ${rule}`,
    statuses: [400],
    key,
    plan: withBody(fc.constantFrom(...bodies)),
  });
  const field = (name: string, content: string): SentBody => formBody([{ field: name, content }, file]);
  const lists = ['x', '{}', '1', '[1]', '[[["a"]]]', '[[[1,"b"]]]', '[[],[],[],[],[]]', '[[["","b"]]]'];
  return [
    sent('unknown field', ['no_such'], field('no_such', 'x')),
    ...(isUpload
      ? [
          sent('no file', ['files'], formBody([{ field: 'skip_parsing', content: 'true' }])),
          sent('labels', ['files_metadata'], ...lists.map((text) => field('files_metadata', text))),
          sent(
            'labels twice',
            ['files_metadata'],
            formBody([
              { field: 'files_metadata', content: '[[]]' },
              { field: 'files_metadata', content: '[[]]' },
              file,
            ]),
          ),
          sent('no flag', ['skip_parsing'], field('skip_parsing', 'maybe'), field('skip_parsing', '')),
          sent('no name', ['files'], formBody([{ ...file, file: { name: '', type: 'text/plain' } }])),
          { rule: 'form: JSON', statuses: [415], plan: withBody(fc.constant(jsonBody({}))) },
        ]
      : [
          sent('no file', ['transcript'], formBody([{ field: 'name', content: 'x' }])),
          sent('file twice', ['file'], formBody([file, file])),
          sent('no JSON in a field', ['participants'], field('participants', '{')),
          sent('another type in a field', ['participants'], field('participants', '1')),
        ]),
    { rule: 'form: malformed', statuses: [400], plan: withBody(fc.constantFrom(...MALFORMED_FORMS)) },
  ];
}
