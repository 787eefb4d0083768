import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertKnown } from './keywords.ts';

test('a keyword that no value is made from is an error, wherever it is', () => {
  const unknown = { type: 'integer', multipleOf: 2 } as const;
  const places = [
    unknown,
    { properties: { a: unknown } },
    { items: unknown },
    { anyOf: [{ type: 'null' as const }, unknown] },
    { prefixItems: [unknown] },
    { type: 'string' as const, contentMediaType: 'application/json', contentSchema: unknown },
  ];
  for (const schema of places) assert.throws(() => assertKnown(schema, 'x'), /multipleOf/);
});

test('a format that no value is made from is an error', () => {
  assert.throws(() => assertKnown({ type: 'string', format: 'ipv6' }, 'x'), /ipv6/);
  assert.doesNotThrow(() => assertKnown({ type: 'string', format: 'uuid', items: false }, 'x'));
});
