import { describe, expect, it } from '@jest/globals';
import { Anything, Flag, Integer, type JsonObject, OneOf, SomeObject, Text, Texts } from '@pks/contracts';
import { parametersOf } from './parameters.ts';

class Base {
  @Text({ max: 2_000, description: 'What to look for.' })
  readonly query!: string;
}

class Parameters extends Base {
  @Integer({ min: 1, max: 100, default: 10, description: 'How many.' })
  readonly top_k!: number;

  @Flag({ default: false })
  readonly exact!: boolean;

  @Texts({ max: 1_000, maxItems: 3, optional: true })
  readonly tags?: readonly string[];

  @OneOf(['a', 'b'])
  readonly mode!: 'a' | 'b';

  @SomeObject({ default: {} })
  readonly more!: JsonObject;
}

describe('the parameters of a class', () => {
  it('are its fields, those of its base first, with type, description, bounds and default', () => {
    expect(parametersOf(Parameters)).toEqual([
      {
        id: 'query',
        type: 'string',
        description: 'What to look for. Up to 2,000 characters.',
        required: true,
      },
      { id: 'top_k', type: 'integer', description: 'How many. From 1 to 100.', required: false, default: 10 },
      { id: 'exact', type: 'boolean', description: '', required: false, default: false },
      {
        id: 'tags',
        type: 'array',
        description: 'Up to 3 items, each up to 1,000 characters.',
        required: false,
      },
      { id: 'mode', type: 'string', description: '', required: true },
      { id: 'more', type: 'object', description: '', required: false, default: {} },
    ]);
  });

  it('have a type that the specification knows', () => {
    class Free {
      @Anything()
      readonly name!: unknown;
    }
    expect(() => parametersOf(Free)).toThrow('The parameter name has no type');
  });
});
