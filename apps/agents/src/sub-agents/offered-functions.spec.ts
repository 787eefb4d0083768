import { describe, expect, it } from '@jest/globals';
import type { OfferedTool } from '../kinds/tool-kind.ts';
import { functionsOf } from './offered-functions.ts';

function aTool(overrides: Partial<OfferedTool> = {}): OfferedTool {
  const tool = {
    id: 'a',
    ownerProjectId: 'p',
    name: 'Handbooks',
    description: '',
    toolType: 'retrieval',
    parameters: [],
  } as const;
  return { ...tool, retrievalMode: null, ...overrides };
}

const namesOf = (...names: readonly string[]) => [
  ...functionsOf(names.map((name) => aTool({ name }))).keys(),
];

describe('the functions of tools', () => {
  it('have names that models take, one for each tool', () => {
    expect(namesOf('Semantic search', 'Gehälter & Bücher', 'Über-Suche 2', '検索', '検索')).toEqual([
      'semantic_search',
      'gehalter_bucher',
      'uber_suche_2',
      'retrieval',
      'retrieval_2',
    ]);
    expect(namesOf('A', 'a 2', 'a', 'A')).toEqual(['a', 'a_2', 'a_3', 'a_4']);
    const long = namesOf('x'.repeat(255), 'x'.repeat(255));
    expect(long.map((name) => /^[a-z0-9_]{1,64}$/.test(name))).toEqual([true, true]);
    expect(new Set(long).size).toBe(2);
  });

  it('are a hundred at most', () => {
    expect(namesOf(...Array.from({ length: 200 }, () => 'a'))).toHaveLength(100);
  });

  it('have the parameters of their tool as JSON Schema', () => {
    const parameters = [
      { id: 'query', type: 'string', description: 'What.', required: true },
      { id: 'top_k', type: 'integer', description: 'How many.', required: false, default: 10 },
      { id: 'tags', type: 'array', description: '', required: false, default: [] },
    ] as const;
    const [offered] = functionsOf([aTool({ description: 'Finds.', parameters })]).values();
    expect(offered?.callable).toEqual({
      name: 'handbooks',
      description: 'Handbooks. Finds.',
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What.' },
          top_k: { type: 'integer', description: 'How many.', default: 10 },
          tags: { type: 'array', description: '', items: {}, default: [] },
        },
        required: ['query'],
        additionalProperties: false,
      },
    });
  });

  it('have descriptions that models take', () => {
    const [offered] = functionsOf([aTool({ description: 'x'.repeat(5_000) })]).values();
    expect(offered?.callable.description).toHaveLength(1_000);
  });
});
