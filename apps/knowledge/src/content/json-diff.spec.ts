import { describe, expect, it } from '@jest/globals';
import type { PatchOperation } from '@pks/contracts';
import { type Operation, applyPatch } from 'rfc6902';
import { jsonDiff } from './json-diff.ts';

type Value = unknown;

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The result of applying a patch to a value, by a library for JSON Patch. */
function patched(from: Value, operations: readonly PatchOperation[]): Value {
  const document = { value: copyOf(from) };
  const patch = operations.map((one) => ({ ...one, path: `/value${one.path}` }) as Operation);
  expect(applyPatch(document, copyOf(patch)).filter((error) => error !== null)).toEqual([]);
  return document.value;
}

function nested(depth: number, core: Value): Value {
  let value = core;
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? [value] : { a: value };
  return value;
}

const numbers = (count: number, first = 0): number[] => Array.from({ length: count }, (_, n) => n + first);
const items = (count: number): object[] => numbers(count).map((n) => ({ id: n, steps: [n, n + 1] }));

describe('the difference of values', () => {
  it.each<[string, Value, Value, PatchOperation[]]>([
    ['adds a key', {}, { a: 1 }, [{ op: 'add', path: '/a', value: 1 }]],
    ['removes a key', { a: 1 }, {}, [{ op: 'remove', path: '/a' }]],
    ['replaces a value', { a: 1 }, { a: 2 }, [{ op: 'replace', path: '/a', value: 2 }]],
    ['replaces by null', { a: 1 }, { a: null }, [{ op: 'replace', path: '/a', value: null }]],
    ['goes down objects', { a: { b: 1 } }, { a: { b: 2 } }, [{ op: 'replace', path: '/a/b', value: 2 }]],
    ['goes down lists', [{ a: 1 }], [{ a: 2 }], [{ op: 'replace', path: '/0/a', value: 2 }]],
    ['puts an item in front', [1, 2], [0, 1, 2], [{ op: 'add', path: '/0', value: 0 }]],
    ['puts an item at the end', [1], [1, 2], [{ op: 'add', path: '/1', value: 2 }]],
    ['takes an item out of the middle', [1, 2, 3], [1, 3], [{ op: 'remove', path: '/1' }]],
    ['escapes keys', { 'a/b~c': 1 }, { 'a/b~c': 2 }, [{ op: 'replace', path: '/a~1b~0c', value: 2 }]],
    ['replaces what is of another type', { a: [] }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
    ['replaces the whole by a list', {}, [], [{ op: 'replace', path: '', value: [] }]],
  ])('%s', (_, from, to, operations) => {
    expect(jsonDiff(from, to)).toEqual(operations);
  });

  it.each<[Value, Value]>([
    [{}, {}],
    [[], []],
    [
      { a: 1, b: [{ c: null }] },
      { b: [{ c: null }], a: 1 },
    ],
    [[{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
  ])('of %j and %j is none', (from, to) => {
    expect(jsonDiff(from, to)).toEqual([]);
  });

  it.each<[Value, Value]>([
    [['1'], [1]],
    [[null], ['null']],
    [[true], ['true']],
    [['[0]'], [[0]]],
    [[{}], [[]]],
    [[''], [null]],
    [{ a: 0 }, { a: false }],
    [{ '': 1 }, { ' ': 1 }],
    [['a,b'], ['a', 'b']],
  ])('distinguishes %j from %j', (from, to) => {
    expect(patched(from, jsonDiff(from, to))).toEqual(to);
    expect(jsonDiff(from, to)).not.toEqual([]);
  });

  it.each<[string, Value, Value]>([
    ['an item moved', [1, 2, 3, 4], [4, 1, 2, 3]],
    ['a list reversed', numbers(50), numbers(50).reverse()],
    ['items exchanged for more', [1, 2, 3], [1, 7, 8, 9, 3]],
    ['items exchanged for fewer', [1, 7, 8, 9, 3], [1, 2, 3]],
    ['scattered items', items(200), items(200).filter((_, n) => n % 7 !== 0)],
    ['scattered changes', items(300), items(300).map((one, n) => (n % 11 === 0 ? { ...one, x: n } : one))],
    ['keys that look like places', { 0: 'a', 1: 'b' }, { 0: 'b', 2: 'a' }],
    ['an empty key', { '': { '': 1 } }, { '': { '': 2 } }],
    ['keys of every object', { constructor: 1, hasOwnProperty: 2 }, { toString: 1, hasOwnProperty: 3 }],
    ['lists in lists', [[1, 2], [3]], [[1], [2, 3], []]],
    ['a deep change', nested(100, 1), nested(100, 2)],
    ['a long list from nothing', [], numbers(100_000)],
    ['nothing from a long list', items(100_000), []],
    ['long lists of other things', numbers(100_000), numbers(100_000, 100_000)],
    ['one change in a long list', numbers(100_000), [-1, ...numbers(100_000)]],
    [
      'many lists in a list',
      numbers(300).map((n) => numbers(300, n)),
      numbers(300).map((n) => numbers(300, -n)),
    ],
    [
      'many keys',
      Object.fromEntries(numbers(5_000).entries()),
      Object.fromEntries(numbers(5_000, 1).entries()),
    ],
  ])('turns one into the other: %s', (_, from, to) => {
    expect(patched(from, jsonDiff(from, to))).toEqual(to);
  });

  it('turns any value into any other', () => {
    let seed = 1;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const value = (depth: number): Value => {
      const kind = random(depth > 0 ? 6 : 3);
      if (kind < 3) return [random(4), 'ab'.slice(random(3)), null][kind];
      if (kind < 5) return Array.from({ length: random(6) }, () => value(depth - 1));
      return Object.fromEntries(Array.from({ length: random(4) }, () => [`k${random(5)}`, value(depth - 1)]));
    };
    for (let n = 0; n < 500; n += 1) {
      const [from, to] = [value(4), value(4)];
      expect(patched(from, jsonDiff(from, to))).toEqual(to);
    }
  });

  it('replaces a list whole when it is too long to compare, and continues with the rest', () => {
    const from = { big: numbers(50_000), small: [1, 2] };
    const to = { big: numbers(50_000, 50_000), small: 1 };
    expect(jsonDiff(from, to)).toEqual([
      { op: 'replace', path: '/big', value: to.big },
      { op: 'replace', path: '/small', value: 1 },
    ]);
  });

  it('compares all lists within one limit', () => {
    const lists = (first: number) => ({ a: numbers(600, first), b: numbers(600, first) });
    const operations = jsonDiff(lists(0), lists(600));
    expect(operations).toHaveLength(601);
    expect(operations.at(-1)).toEqual({ op: 'replace', path: '/b', value: numbers(600, 600) });
  });

  it('takes from the limit what differs, not what is the same', () => {
    const [from, to] = [
      { a: numbers(20_000), b: [1, 2] },
      { a: numbers(20_001, -1), b: [2] },
    ];
    expect(jsonDiff(from, to)).toEqual([
      { op: 'add', path: '/a/0', value: -1 },
      { op: 'remove', path: '/b/0' },
    ]);
  });

  it('replaces everything when its paths would be larger than the values', () => {
    const key = 'k'.repeat(1024 * 1024);
    const of = (n: number): Value => ({ [key]: Object.fromEntries(numbers(1_000).map((k) => [`a${k}`, n])) });
    expect(jsonDiff(of(1), of(2))).toEqual([{ op: 'replace', path: '', value: of(2) }]);
  });

  it('is deterministic', () => {
    const [from, to] = [items(2_000), items(2_000).reverse()];
    expect(jsonDiff(from, to)).toEqual(jsonDiff(from, to));
  });
});
