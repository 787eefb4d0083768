import { describe, expect, it } from '@jest/globals';
import { Anything, Flag, Integer, type JsonObject, OneOf, SomeObject, Text, Texts } from '@pks/contracts';
import { parametersOf } from './parameters.ts';

class Base {
  @Text({ description: 'What to look for.' })
  readonly query!: string;
}

class Parameters extends Base {
  @Integer({ min: 1, default: 10, description: 'How many.' })
  readonly top_k!: number;

  @Flag({ default: false })
  readonly exact!: boolean;

  @Texts({ optional: true })
  readonly tags?: readonly string[];

  @OneOf(['a', 'b'])
  readonly mode!: 'a' | 'b';

  @SomeObject({ default: {} })
  readonly more!: JsonObject;
}

describe('the parameters of a class', () => {
  it('are its fields, those of its base first, with type, description and default', () => {
    expect(parametersOf(Parameters)).toEqual([
      { id: 'query', type: 'string', description: 'What to look for.', required: true },
      { id: 'top_k', type: 'integer', description: 'How many.', required: false, default: 10 },
      { id: 'exact', type: 'boolean', description: '', required: false, default: false },
      { id: 'tags', type: 'array', description: '', required: false },
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
