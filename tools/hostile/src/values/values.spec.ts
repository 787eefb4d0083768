import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { type Schema, Schemas } from '../document/schema.ts';
import { BrokenValues } from './broken.ts';
import { isBlank, lengthOf, texts } from './texts.ts';
import { ValidValues } from './valid.ts';

const NAMED: Readonly<Record<string, Schema>> = {
  Topic: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 5 },
      id: { type: ['string', 'null'], format: 'uuid' },
    },
    additionalProperties: false,
  },
};

/** A schema for each keyword that the document uses. */
const SCHEMAS: readonly Schema[] = [
  { type: 'string', minLength: 2, maxLength: 4 },
  { type: 'string', enum: ['a', 'b'] },
  { type: ['string', 'null'], enum: ['a', null] },
  { type: 'string', format: 'uuid' },
  { type: 'string', format: 'date-time' },
  { type: 'string', format: 'date' },
  { type: 'string', maxLength: 254, format: 'email' },
  { type: 'string', pattern: '^(published|head|[0-9]{1,10})$' },
  { type: 'integer', minimum: 1, maximum: 100 },
  { type: ['integer', 'null'], minimum: 0 },
  { type: 'boolean' },
  { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 3 } },
  {
    type: 'array',
    minItems: 2,
    maxItems: 2,
    prefixItems: [
      { type: 'string', minLength: 1, maxLength: 3 },
      { type: 'string', maxLength: 3 },
    ],
  },
  {
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: { type: 'array', items: { type: 'integer', minimum: 1 } },
  },
  { anyOf: [{ $ref: '#/components/schemas/Topic' }, { type: 'null' }] },
  {
    anyOf: [
      { $ref: '#/components/schemas/Topic' },
      { type: 'array', maxItems: 4, items: { $ref: '#/components/schemas/Topic' } },
    ],
  },
  {
    type: 'object',
    required: ['topics'],
    properties: {
      topics: { type: 'array', items: { $ref: '#/components/schemas/Topic' } },
      count: { type: 'integer', maximum: 9 },
    },
    additionalProperties: false,
  },
];

const schemas = new Schemas(NAMED);
const valid = new ValidValues(schemas);
const broken = new BrokenValues(schemas, valid);
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: { schemas: NAMED } });

function checkOf(schema: Schema): (value: unknown) => boolean {
  const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const check = ajv.compile(JSON.parse(text) as object);
  return (value) => check(value) === true;
}

/** Rules that JSON Schema does not have, or that the product checks more strictly. */
const BEYOND_SCHEMA = /^(NUL|blank|format)/;

describe('values', () => {
  for (const schema of SCHEMAS) {
    const name = JSON.stringify(schema).slice(0, 90);

    test(`a valid one is valid: ${name}`, () => {
      const check = checkOf(schema);
      fc.assert(
        fc.property(valid.of(schema), (value) => check(value)),
        { numRuns: 300, seed: 1 },
      );
    });

    test(`a broken one is invalid, by each of its rules: ${name}`, () => {
      const check = checkOf(schema);
      const breaks = broken.of(schema).filter(({ rule }) => !BEYOND_SCHEMA.test(rule));
      for (const { rule, value } of breaks) {
        const values = fc.sample(value, { numRuns: 30, seed: 2 });
        assert.deepEqual(values.filter(check), [], rule);
      }
    });
  }

  test('each rule of a schema is broken, and the break says where', () => {
    const found = broken.of(SCHEMAS.at(-1) ?? {}).map(({ rule, key }) => `${rule} at ${key.join('.')}`);
    for (const wanted of [
      'missing at topics',
      'unknown field at no_such',
      'type at topics',
      'missing in a list at topics.0.title',
      'too long in a list at topics.0.title',
      'format uuid in a list at topics.0.id',
      'bounds of integer at count',
      'NUL or lone surrogate in a list at topics.0.title',
    ])
      assert.ok(found.includes(wanted), wanted);
  });

  test('the same seed makes the same values', () => {
    const made = (seed: number): unknown[] =>
      fc.sample(valid.of(SCHEMAS.at(-1) ?? {}), { numRuns: 20, seed });
    assert.deepEqual(made(5), made(5));
    assert.notDeepEqual(made(5), made(6));
  });
});

describe('texts', () => {
  test('have as many characters as allowed, and none that cannot be stored', () => {
    const lengths = new Set<number>();
    fc.assert(
      fc.property(texts({ min: 2, max: 30 }), (text) => {
        lengths.add(lengthOf(text));
        return text.isWellFormed() && !text.includes('\0') && lengthOf(text) >= 2 && lengthOf(text) <= 30;
      }),
      { numRuns: 2_000, seed: 3 },
    );
    assert.ok(lengths.has(2) && lengths.has(30));
  });

  test('are blank where they are nothing but white space', () => {
    assert.ok(isBlank(' \t\u3000\ufeff'));
    assert.ok(!isBlank('\u200b'));
  });
});
