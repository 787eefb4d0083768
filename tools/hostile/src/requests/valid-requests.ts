import fc from 'fast-check';
import { type Content, type Operation, parametersIn } from '../document/open-api.ts';
import { type Schema, type Schemas, typesOf } from '../document/schema.ts';
import { isBlank, texts } from '../values/texts.ts';
import { type Overrides, ValidValues, WHOLE_BODY } from '../values/valid.ts';
import { type Part, formBody } from './forms.ts';
import type { Plan } from './plan.ts';
import { type SentBody, bytesOf, jsonBody } from './request.ts';

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'multipart/form-data';
/** An address with its headers has 16 KiB at most: encoded, a character may take twelve bytes. Characters. */
export const LONGEST_IN_QUERY = 255;

const FORM_FIELDS = 'application/x-www-form-urlencoded';
/** One request in eight has no body, if the operation needs none. */
const BODIES = 7;

/** Makes the requests of an operation that its description allows. */
export class ValidRequests {
  readonly operation: Operation;
  readonly values: ValidValues;

  constructor(operation: Operation, schemas: Schemas, overrides: Overrides) {
    this.operation = operation;
    this.values = new ValidValues(schemas, overrides);
  }

  plans(): fc.Arbitrary<Plan> {
    return fc.record({
      query: this.query(),
      headers: this.headers(),
      body: this.body(),
      path: fc.constant({}),
      again: fc.oneof(
        { weight: 7, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    });
  }

  /** Encoded pairs for a query, without the parameter `without`, if given. */
  query(without?: string): fc.Arbitrary<[string, string][]> {
    const parameters = parametersIn(this.operation, 'query').filter(({ name }) => name !== without);
    const fields = parameters.map(
      ({ name, schema }) => [name, this.values.field(name, short(schema)).map(String)] as const,
    );
    const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
    return fc
      .record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true })
      .map((given) =>
        Object.entries(given).map(([name, value]): [string, string] => [
          name,
          encodeURIComponent(String(value)),
        ]),
      );
  }

  /** A valid body; null where the operation takes none, or needs none. */
  body(): fc.Arbitrary<SentBody | null> {
    const { requestBody } = this.operation;
    if (!requestBody) return fc.constant(null);
    const bodies = Object.entries(requestBody.content).map(([type, content]) => this.bodyAs(type, content));
    const given = fc.oneof(...bodies);
    if (requestBody.required) return given;
    return fc.oneof({ weight: BODIES, arbitrary: given }, { weight: 1, arbitrary: fc.constant(null) });
  }

  /** The schema of its JSON, if it takes any. */
  get json(): Schema | undefined {
    return this.operation.requestBody?.content[JSON_TYPE]?.schema;
  }

  private bodyAs(type: string, { schema }: Content): fc.Arbitrary<SentBody> {
    if (type === JSON_TYPE) return this.values.field(WHOLE_BODY, schema).map(jsonBody);
    if (type === FORM_FIELDS) return fc.string().map((text) => ({ type, bytes: bytesOf(text) }));
    if (!schema.properties) return fc.constant(formBody([{ field: 'x', content: 'y' }]));
    return 'files' in schema.properties ? this.upload(schema) : this.form(schema);
  }

  /** A form with one file, whose other fields are texts. */
  private form(schema: Schema): fc.Arbitrary<SentBody> {
    return this.values.object(schema).map(({ file, ...fields }) => {
      const parts = Object.entries(fields).map(([field, value]): Part => ({ field, content: String(value) }));
      return formBody([
        ...parts,
        { field: 'file', content: String(file), file: { name: 'file.txt', type: 'text/plain' } },
      ]);
    });
  }

  /** Files with their names, and as many lists of labels. The product reads few of them, because that takes a process each. */
  private upload({ properties = {} }: Schema): fc.Arbitrary<SentBody> {
    const labels = properties['files_metadata']?.contentSchema?.items;
    const list = labels ? (this.values.of(labels) as fc.Arbitrary<unknown[]>) : fc.constant([]);
    const name = texts({ min: 1, max: 60 }).filter((text) => !isBlank(text) && !/[\r\n]/.test(text));
    const type = fc.constantFrom(
      'text/plain',
      'application/octet-stream',
      'text/csv; charset=utf-8',
      'x/y',
      'nothing',
    );
    const content = texts({ min: 0, max: 200 });
    const file = fc.record({ name, type, content, labels: list });
    const skips = fc.oneof(
      { weight: 19, arbitrary: fc.constant('true') },
      { weight: 1, arbitrary: fc.constantFrom('false', undefined) },
    );
    return fc
      .tuple(fc.array(file, { minLength: 1, maxLength: 3 }), fc.boolean(), skips)
      .map(([files, labelled, skip]) =>
        formBody([
          ...(skip === undefined ? [] : [{ field: 'skip_parsing', content: skip }]),
          ...(labelled
            ? [{ field: 'files_metadata', content: JSON.stringify(files.map((one) => one.labels)) }]
            : []),
          ...files.map((one): Part => ({ field: 'files', content: one.content, file: one })),
        ]),
      );
  }

  private headers(): fc.Arbitrary<Record<string, string>> {
    const made = parametersIn(this.operation, 'header').flatMap(({ name }) => {
      const values = HEADERS[name];
      return values ? [[name.toLowerCase(), values] as const] : [];
    });
    return fc
      .subarray(made)
      .chain((chosen) => fc.record(Object.fromEntries(chosen), { noNullPrototype: true }));
  }
}

/** Values of headers. Other headers have a meaning that each case chooses, or need a permission. */
const HEADERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'X-Request-Id': fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9._-]{1,128}$/),
    fc.string({ unit: 'grapheme-ascii', maxLength: 200 }).map((text) => text.trim()),
  ),
  'If-None-Match': fc.constantFrom('"x"', 'W/"x"', '"a", "b"', 'x', '"', ''),
  Range: fc.constantFrom(
    'bytes=0-3',
    'bytes=2-',
    'bytes=-2',
    'bytes=0-0,2-3',
    'bytes=3-1',
    'lines=1-2',
    'bytes=',
    'x',
    'bytes=99999999999999999999-',
  ),
  'If-Range': fc.constantFrom('"x"', 'Sat, 21 Nov 2026 00:00:00 GMT', 'x'),
  'Last-Event-ID': fc.stringMatching(/^0?[0-9]{1,15}$/),
};

/** The schema with a maximum length that fits into an address. */
export function short(schema: Schema): Schema {
  const { maxLength = LONGEST_IN_QUERY } = schema;
  if (!typesOf(schema).includes('string')) return schema;
  return { ...schema, maxLength: Math.min(maxLength, LONGEST_IN_QUERY) };
}
