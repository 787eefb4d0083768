import { describe, expect, it } from '@jest/globals';
import {
  Anything,
  Decimals,
  Emails,
  Flag,
  Integer,
  ListOf,
  type Pair,
  Pairs,
  Text,
  Texts,
  Uuid,
  Uuids,
} from '@pks/contracts';
import { MakeThing } from '../../test/fixtures/things.contract.ts';
import { Invalid } from '../errors/fault.ts';
import { Parser, parserOf } from './parser.ts';

const GOOD = { name: 'lamp' };
const UUID = '0190b5a0-0000-7000-8000-000000000000';

/** The sentences about an object with these fields; none if it is valid. */
function said(fields: unknown): Readonly<Record<string, readonly string[]>> {
  try {
    parserOf(MakeThing).parse(fields);
    return {};
  } catch (error) {
    if (error instanceof Invalid) return error.data.fields ?? {};
    throw error;
  }
}

const of = (fields: object): Readonly<Record<string, readonly string[]>> => said({ ...GOOD, ...fields });

describe('a message', () => {
  it('has its fields, with the defaults of those that are absent', () => {
    expect(parserOf(MakeThing).parse(GOOD)).toEqual({ name: 'lamp', colour: 'red' });
  });

  it('keeps the given values', () => {
    const given = {
      name: 'lamp',
      colour: 'green',
      owner: UUID,
      email: 'ana@example.test',
      at: '2026-11-21T10:00:00.5+01:00',
      size: 9,
      hot: false,
      colours: ['red', 'red'],
      note: null,
      code: 'abc',
      long: 'abc',
      part: { name: 'p', weight: null },
      parts: [{ name: 'q', weight: 2 }],
      payload: { anything: [1, null] },
    };
    expect(parserOf(MakeThing).parse(given)).toEqual(given);
  });

  it('has the defaults and the trimming of what is nested in it', () => {
    expect(parserOf(MakeThing).parse({ name: ' a ', parts: [{ name: ' b ' }] })).toMatchObject({
      name: 'a',
      parts: [{ name: 'b', weight: 1 }],
    });
  });

  it('has its UUIDs in lower case, however they were written', () => {
    class Owned {
      @Uuid()
      readonly owner!: string;

      @Uuids()
      readonly others!: readonly string[];
    }
    const given = { owner: UUID.toUpperCase(), others: [UUID.toUpperCase(), UUID] };
    expect(parserOf(Owned).parse(given)).toEqual({ owner: UUID, others: [UUID, UUID] });
  });

  it.each([[null], [undefined], [[]], [[GOOD]], ['text'], [5], [true]])(
    'is refused when it is %p',
    (input) => {
      expect(said(input)).toEqual({ non_field_errors: ['Expected a JSON object.'] });
    },
  );

  it('limited to some of the fields refuses the others', () => {
    const [name] = parserOf(MakeThing).fields;
    const parser = Parser.of(MakeThing, name ? [name] : []);
    expect(parser.parse(GOOD)).toEqual(GOOD);
    expect(() => parser.parse({ ...GOOD, colour: 'red' })).toThrow('Unknown field.');
  });

  it('names every invalid field, and uses the sentence of the first as the message', () => {
    expect(said({ colour: 'blue', size: 0, more: 1 })).toEqual({
      name: ['This field is required.'],
      colour: ['"blue" is not a valid choice.'],
      size: ['Ensure this value is greater than or equal to 1.'],
      more: ['Unknown field.'],
    });
    expect(() => parserOf(MakeThing).parse({ colour: 'blue' })).toThrow('This field is required.');
  });

  it('names at most a hundred of them', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`x${n}`, n]));
    expect(Object.keys(of(many))).toHaveLength(100);
    const parts = Array.from({ length: 1_000 }, () => ({}));
    expect(Object.keys(of({ parts })).length).toBeLessThanOrEqual(100);
  });
});

describe('the sentence of a field (decisions 1)', () => {
  it.each<[object, string, string]>([
    [{ name: undefined }, 'name', 'This field is required.'],
    [{ name: null }, 'name', 'This field may not be null.'],
    [{ name: '' }, 'name', 'This field may not be blank.'],
    [{ name: ' \t\n' }, 'name', 'This field may not be blank.'],
    [{ name: 5 }, 'name', 'Must be a valid string.'],
    [{ name: ['a'] }, 'name', 'Must be a valid string.'],
    [{ name: 'x'.repeat(11) }, 'name', 'Ensure this field has no more than 10 characters.'],
    [{ long: ' \u00a0 ' }, 'long', 'This field may not be blank.'],
    [{ long: 'ab' }, 'long', 'Ensure this field has at least 3 characters.'],
    [{ code: 'A1' }, 'code', '"A1" is not a valid choice.'],
    [{ note: 'x'.repeat(20_001) }, 'note', 'Ensure this field has no more than 20000 characters.'],
    [{ colour: 'blue' }, 'colour', '"blue" is not a valid choice.'],
    [{ colour: '' }, 'colour', '"" is not a valid choice.'],
    [{ colour: 5 }, 'colour', '"5" is not a valid choice.'],
    [{ colour: null }, 'colour', 'This field may not be null.'],
    [{ colour: 'x'.repeat(200) }, 'colour', `"${'x'.repeat(100)}…" is not a valid choice.`],
    [{ owner: 'me' }, 'owner', 'Must be a valid UUID.'],
    [{ owner: '' }, 'owner', 'Must be a valid UUID.'],
    [{ owner: 5 }, 'owner', 'Must be a valid UUID.'],
    [{ owner: `${UUID}\n` }, 'owner', 'Must be a valid UUID.'],
    [{ email: 'ana' }, 'email', 'Enter a valid email address.'],
    [{ email: 'a@b' + '.c'.repeat(200) }, 'email', 'Ensure this field has no more than 254 characters.'],
    [{ email: ' ' }, 'email', 'This field may not be blank.'],
    [{ at: '2026-11-21' }, 'at', 'Enter a valid date and time, in ISO 8601 with its time zone.'],
    [{ at: '2026-11-21T10:00:00' }, 'at', 'Enter a valid date and time, in ISO 8601 with its time zone.'],
    [{ at: '2026-02-30T10:00:00Z' }, 'at', 'Enter a valid date and time, in ISO 8601 with its time zone.'],
    [{ size: '5' }, 'size', 'A valid integer is required.'],
    [{ size: 1.5 }, 'size', 'A valid integer is required.'],
    [{ size: Infinity }, 'size', 'A valid integer is required.'],
    [{ size: NaN }, 'size', 'A valid integer is required.'],
    [{ size: true }, 'size', 'A valid integer is required.'],
    [{ size: 0 }, 'size', 'Ensure this value is greater than or equal to 1.'],
    [{ size: 10 }, 'size', 'Ensure this value is less than or equal to 9.'],
    [{ hot: 'true' }, 'hot', 'Must be a valid boolean.'],
    [{ hot: 1 }, 'hot', 'Must be a valid boolean.'],
    [{ colours: 'red' }, 'colours', 'Expected a list of items.'],
    [{ colours: ['red', 'blue'] }, 'colours.1', '"blue" is not a valid choice.'],
    [{ colours: ['red', null] }, 'colours.1', 'This field may not be null.'],
    [{ colours: Array(101).fill('red') }, 'colours', 'Ensure this field has no more than 100 items.'],
    [{ part: [] }, 'part', 'Expected a JSON object.'],
    [{ part: 'p' }, 'part', 'Expected a JSON object.'],
    [{ part: null }, 'part', 'This field may not be null.'],
    [{ part: {} }, 'part.name', 'This field is required.'],
    [{ part: { name: ' ' } }, 'part.name', 'This field may not be blank.'],
    [{ part: { name: 'p', more: 1 } }, 'part.more', 'Unknown field.'],
    [{ parts: {} }, 'parts', 'Expected a list of items.'],
    [{ parts: ['p'] }, 'parts.0', 'Expected a JSON object.'],
    [{ parts: [null] }, 'parts.0', 'This field may not be null.'],
    [
      { parts: [{ name: 'p' }, { name: 'longer' }] },
      'parts.1.name',
      'Ensure this field has no more than 5 characters.',
    ],
    [{ parts: [{ name: 'p', weight: '1' }] }, 'parts.0.weight', 'A valid integer is required.'],
    [{ parts: Array(1001).fill({ name: 'p' }) }, 'parts', 'Ensure this field has no more than 1000 items.'],
    [{ more: 1 }, 'more', 'Unknown field.'],
    [JSON.parse('{"__proto__": {"name": "x"}}') as object, '__proto__', 'Unknown field.'],
    [{ constructor: 1 }, 'constructor', 'Unknown field.'],
  ])('of %j is for %s: %s', (fields, name, sentence) => {
    const given = Object.fromEntries([...Object.entries(GOOD), ...Object.entries(fields)]);
    const input = JSON.stringify(fields).includes('__proto__') ? { ...GOOD, ...own(fields) } : given;
    expect(Object.entries(said(input))).toEqual([[name, [sentence]]]);
  });

  it('counts characters, not bytes or halves of them', () => {
    expect(of({ name: '😀'.repeat(10) })).toEqual({});
    expect(of({ name: '😀'.repeat(11) })).toHaveProperty('name');
  });

  it('is well-formed text, whatever it quotes', () => {
    const [sentence = ''] = of({ colour: `${'x'.repeat(99)}😀` })['colour'] ?? [];
    expect(sentence.isWellFormed()).toBe(true);
  });
});

/** Keeps `__proto__` a field, as JSON does. */
function own(fields: object): object {
  const copy = {};
  for (const [name, value] of Object.entries(fields))
    Object.defineProperty(copy, name, { value, enumerable: true });
  return copy;
}

class Hostile {
  @Text({ optional: true })
  readonly text?: string;
  @Integer({ optional: true })
  readonly integer?: number;
  @Flag({ optional: true })
  readonly flag?: boolean;
  @Anything({ optional: true })
  readonly anything?: unknown;
  @ListOf(MakeThing, { optional: true })
  readonly list?: readonly MakeThing[];
}

describe('a hostile value', () => {
  const deep = (open: string, close: string): unknown => JSON.parse(open.repeat(2_000) + close.repeat(2_000));
  const values: unknown[] = [
    '\u0000',
    '\ud800',
    'a'.repeat(1_000_000),
    `${'a'.repeat(100_000)}@${'b.'.repeat(50_000)}`,
    -0,
    2 ** 53 + 2,
    1e308,
    Number.MIN_VALUE,
    [],
    {},
    Array(10_000).fill(0),
    deep('[', ']'),
    JSON.parse('{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000)),
    JSON.parse('{"__proto__":{"name":"x"},"constructor":{"prototype":{}},"toString":1,"length":-1}'),
    JSON.parse('{"0":{"name":"x"},"length":1}'),
  ];

  it.each(values.map((value, n) => [n, value] as const))(
    'is taken or refused, never more (%i)',
    (_n, value) => {
      for (const name of ['text', 'integer', 'flag', 'anything', 'list', 'unknown', '', 'a.b', 'a/b~c']) {
        let outcome: unknown;
        try {
          outcome = parserOf(Hostile).parse({ [name]: value });
        } catch (error) {
          outcome = error;
        }
        expect(outcome instanceof Invalid || Object.keys(outcome as object).join() === name).toBe(true);
      }
    },
  );

  it('changes no prototype', () => {
    said(JSON.parse('{"name":"a","__proto__":{"polluted":1},"part":{"__proto__":{"polluted":1}}}'));
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('a list', () => {
  class Letter {
    @Emails({ maxItems: 2 })
    readonly to!: readonly string[];

    @Texts({ max: 5, blank: false })
    readonly lines!: readonly string[];

    @Decimals({ min: 0, max: 1, maxItems: 2 })
    readonly shares!: readonly number[];

    @Pairs()
    readonly marks!: readonly Pair[];
  }
  const GOOD_LETTER = { to: ['ana@example.test'], lines: ['a'], shares: [0, 0.5], marks: [['a', '']] };

  it('of e-mails loses the white space around each, and no other list does', () => {
    const letter = parserOf(Letter).parse({ ...GOOD_LETTER, to: [' ana@example.test\n'], lines: [' a'] });
    expect(letter).toMatchObject({ to: ['ana@example.test'], lines: [' a'] });
  });

  it.each<[object, string, string]>([
    [{ to: ['ana@example.test', 'ana'] }, 'to.1', 'Enter a valid email address.'],
    [{ to: [' '] }, 'to.0', 'This field may not be blank.'],
    [{ to: [null] }, 'to.0', 'This field may not be null.'],
    [{ to: [5] }, 'to.0', 'Enter a valid email address.'],
    [{ to: [`${'a'.repeat(251)}@b.c`] }, 'to.0', 'Ensure this field has no more than 254 characters.'],
    [{ to: Array(3).fill('ana@example.test') }, 'to', 'Ensure this field has no more than 2 items.'],
    [{ lines: ['a', ' '] }, 'lines.1', 'This field may not be blank.'],
    [{ lines: ['a', 'longer'] }, 'lines.1', 'Ensure this field has no more than 5 characters.'],
    [{ lines: ['longer', ' '] }, 'lines.1', 'This field may not be blank.'],
    [{ lines: 'a' }, 'lines', 'Expected a list of items.'],
    [{ shares: [0.5, '1'] }, 'shares.1', 'A valid number is required.'],
    [{ shares: [0.5, null] }, 'shares.1', 'This field may not be null.'],
    [{ shares: [0.5, 1.5] }, 'shares.1', 'Ensure this value is less than or equal to 1.'],
    [{ shares: [-0.5] }, 'shares.0', 'Ensure this value is greater than or equal to 0.'],
    [{ shares: [0, 1, 1] }, 'shares', 'Ensure this field has no more than 2 items.'],
    [{ marks: [[' ', 'x']] }, 'marks.0.0', 'This field may not be blank.'],
  ])('with %j is refused at %s: %s', (fields, name, sentence) => {
    const parse = () => parserOf(Letter).parse({ ...GOOD_LETTER, ...fields });
    expect(parse).toThrow(Invalid.field(name, sentence));
    expect(parserOf(Letter).parse(GOOD_LETTER)).toEqual(GOOD_LETTER);
  });
});
