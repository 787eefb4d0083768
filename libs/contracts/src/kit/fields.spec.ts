import { describe, expect, it } from '@jest/globals';
import { IsDivisibleBy, Matches, validateSync } from 'class-validator';
import {
  Anything,
  Decimals,
  Email,
  Emails,
  Flag,
  Integer,
  type JsonObject,
  ListOf,
  Nested,
  OneOf,
  type Pair,
  Pairs,
  SomeObject,
  SomeObjects,
  SomeOf,
  Text,
  Texts,
  Timestamp,
  Uuid,
  Words,
  fieldsOf,
  schemaOf,
  valueSchema,
} from '../index.ts';

class Inner {
  @Text({ max: 5 })
  readonly name!: string;

  @Integer({ nullable: true, optional: true })
  readonly weight?: number | null;
}

class Example {
  @Text()
  readonly text!: string;
  @Text({ blank: true, default: '', description: 'Any.', example: 'a' })
  readonly blank!: string;
  @Text({ min: 3, max: 9, pattern: '^a', trim: true, optional: true })
  readonly bounded?: string;
  @Words()
  readonly words!: string;
  @Uuid()
  readonly id!: string;
  @Email()
  readonly email!: string;
  @Timestamp({ nullable: true })
  readonly at!: string | null;
  @Integer({ min: 0, max: 9, in: 'query' })
  readonly size!: number;
  @Flag({ default: false })
  readonly flag!: boolean;
  @OneOf(['a', 'b'], { nullable: true })
  readonly word!: 'a' | 'b' | null;
  @SomeOf(['a', 'b'])
  readonly some!: readonly ('a' | 'b')[];
  @Nested(Inner, { nullable: true })
  readonly inner!: Inner | null;
  @ListOf(Inner)
  readonly list!: readonly Inner[];
  @Anything({ nullable: true })
  readonly anything!: unknown;
  @Emails({ maxItems: 3 })
  readonly emails!: readonly string[];
  @Texts({ max: 9, blank: false, comma: false })
  readonly texts!: readonly string[];
  @Decimals({ min: 0, max: 1, maxItems: 3 })
  readonly shares!: readonly number[];
  @SomeObject()
  readonly object!: JsonObject;
  @SomeObjects()
  readonly objects!: readonly JsonObject[];
  @Pairs({ maxKey: 3, maxValue: 9 })
  readonly pairs!: readonly Pair[];
}

const INNER = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1, maxLength: 5 }, weight: { type: ['integer', 'null'] } },
  required: ['name'],
  additionalProperties: false,
};

/** Without `items`, which client generators would take for a third item. */
const PAIR = {
  type: 'array',
  prefixItems: [
    { type: 'string', minLength: 1, maxLength: 3 },
    { type: 'string', maxLength: 9 },
  ],
  minItems: 2,
  maxItems: 2,
};

describe('a field', () => {
  it.each<[string, object]>([
    ['text', { type: 'string', minLength: 1, maxLength: 20_000 }],
    ['blank', { type: 'string', maxLength: 20_000, default: '', description: 'Any.', examples: ['a'] }],
    ['bounded', { type: 'string', minLength: 3, maxLength: 9, pattern: '^a' }],
    ['words', { type: 'string' }],
    ['id', { type: 'string', format: 'uuid' }],
    ['email', { type: 'string', format: 'email', maxLength: 254 }],
    ['at', { type: ['string', 'null'], format: 'date-time' }],
    ['size', { type: 'integer', minimum: 0, maximum: 9 }],
    ['flag', { type: 'boolean', default: false }],
    ['word', { type: ['string', 'null'], enum: ['a', 'b', null] }],
    ['some', { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 100 }],
    ['inner', { ...INNER, type: ['object', 'null'] }],
    ['list', { type: 'array', items: INNER, maxItems: 1000 }],
    ['emails', { type: 'array', items: { type: 'string', format: 'email', maxLength: 254 }, maxItems: 3 }],
    [
      'texts',
      {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 9, pattern: '^[^,]*$' },
        maxItems: 1000,
      },
    ],
    ['shares', { type: 'array', items: { type: 'number', minimum: 0, maximum: 1 }, maxItems: 3 }],
    ['object', { type: 'object', additionalProperties: true }],
    ['objects', { type: 'array', items: { type: 'object', additionalProperties: true } }],
    ['pairs', { type: 'array', items: PAIR, maxItems: 1000 }],
    ['anything', {}],
  ])('has its JSON Schema (%s)', (name, schema) => {
    const field = fieldsOf(Example).find((one) => one.name === name);
    expect(field && valueSchema(field)).toEqual(schema);
  });

  it('is required unless it is optional or has a default', () => {
    const absent = fieldsOf(Example).filter((field) => !field.required);
    expect(absent.map((field) => field.name)).toEqual(['blank', 'bounded', 'flag']);
    expect(schemaOf(Example).required).not.toContain('blank');
  });

  it('records how its value is trimmed, where it is carried, and what is nested in it', () => {
    const [, , bounded, , , email, , size, , , , inner, list] = fieldsOf(Example);
    expect([bounded?.trim, email?.trim, size?.in, inner?.nested, list?.nested]).toEqual([
      true,
      true,
      'query',
      Inner,
      Inner,
    ]);
  });
});

describe('a message that extends another', () => {
  class Longer extends Inner {
    @Text({ max: 500 })
    declare readonly name: string;

    @Flag()
    readonly more!: boolean;
  }
  class Other extends Inner {}

  it('has its fields first, and redeclared fields as redeclared', () => {
    expect(fieldsOf(Longer).map((field) => field.name)).toEqual(['name', 'weight', 'more']);
    expect(schemaOf(Longer).properties?.['name']).toMatchObject({ maxLength: 500 });
  });

  it('changes neither the message that it extends nor others that extend it', () => {
    expect(schemaOf(Inner)).toEqual(INNER);
    expect(schemaOf(Other)).toEqual(INNER);
  });

  it('is validated by the rules that it redeclares, and not by those that they replace', () => {
    class Loose {
      @Text({ max: 5, optional: true })
      readonly name?: string;
    }
    class Strict extends Loose {
      @Text({ max: 9 })
      declare readonly name: string;
    }
    const broken = (message: object): string[] =>
      validateSync(message).flatMap(({ constraints = {} }) => Object.keys(constraints));
    expect(broken(Object.assign(new Strict(), { name: 'sixsix' }))).toEqual([]);
    expect(broken(Object.assign(new Loose(), { name: 'sixsix' }))).toEqual(['maxLength']);
    expect(broken(new Strict())).toContain('isDefined');
    expect(broken(new Loose())).toEqual([]);
  });

  it('is refused where class-validator would mix the rules of two inherited declarations', () => {
    class Longest extends Longer {}
    expect(() => fieldsOf(Longest)).toThrow('Longest inherits two declarations of name');
  });
});

describe("a rule of class-validator's own", () => {
  it('is part of the JSON Schema', () => {
    class Prefixed {
      @Text()
      @Matches(/^a/)
      readonly text!: string;
    }
    expect(schemaOf(Prefixed).properties?.['text']).toMatchObject({ minLength: 1, pattern: '^a' });
  });

  it('is refused where JSON Schema has no equivalent', () => {
    class Even {
      @Integer()
      @IsDivisibleBy(2)
      readonly number!: number;
    }
    expect(() => fieldsOf(Even)).toThrow('The rule isDivisibleBy has no equivalent in JSON Schema.');
  });
});
