import { describe, expect, it } from '@jest/globals';
import { type BusClient, Invalid } from '@pks/platform';
import { TemplatedQueries } from './templated-queries.ts';

const NO_BUS = {} as BusClient;

function parametersOf(...values: readonly string[]): readonly string[] {
  const template = values.map((value, n) => ({ key: `key ${n}`, value }));
  return new TemplatedQueries(NO_BUS).prepare({ template }).parameters.map(({ id }) => id);
}

describe('the parameters of a template', () => {
  it('are those in the values, each once, and the number of results', () => {
    expect(parametersOf('{team} of {place}', 'policy', '{team}')).toEqual(['team', 'place', 'top_k']);
  });

  it('are a hundred at most, and each use of one counts', () => {
    const all = Array.from({ length: 100 }, (_, n) => `{p${n}}`).join('');
    expect(parametersOf(all)).toHaveLength(101);
    for (const values of [[all, '{one_more}'], [all, '{p0}'], ['{a}'.repeat(101)]])
      expect(() => parametersOf(...values)).toThrow(
        Invalid.field('configuration.template', 'Ensure the values have no more than 100 parameters.'),
      );
  });
});
