import { describe, expect, it } from '@jest/globals';
import { bodyOf, draftOf } from './settings.ts';

const TOOL = {
  id: 'a',
  name: 'Handbooks',
  description: '',
  tool_type: 'retrieval',
  retrieval_mode: 'semantic-chunks',
  category: 'local',
  owner_project_id: 'p',
  owner_project_name: 'Alpha',
  readonly: false,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  configuration: {},
} as const;

describe('a tool that is being written', () => {
  it.each([
    [
      { kinds: ['document'], metadata_values: ['Sales', 'Legal'], auto_include_tags: true },
      'semantic-objects',
    ],
    [{ kinds: [], metadata_values: [], auto_include_tags: false }, 'semantic-chunks'],
    [{ template: [{ key: 'at', value: '{hour}:{minute}' }] }, 'templated-query'],
    [{ template: [{ key: 'dc:title', value: 'Fares: {year}' }] }, 'templated-query'],
  ] as const)('keeps what a search is configured with: %j', (configuration, retrieval_mode) => {
    const sent = bodyOf(draftOf({ ...TOOL, retrieval_mode, configuration }));
    expect(sent).toEqual({
      name: 'Handbooks',
      description: '',
      tool_type: 'retrieval',
      retrieval_mode,
      configuration,
    });
  });

  it('takes what comes before the first colon as a key where no space follows one', () => {
    const { configuration } = bodyOf({
      ...draftOf(),
      mode: 'templated-query',
      template: 'at:{hour}:{minute}',
    });
    expect(configuration).toEqual({ template: [{ key: 'at', value: '{hour}:{minute}' }] });
  });

  it('keeps what an agent is configured with, and leaves to the service what is blank', () => {
    const configuration = { instructions: 'Be brief.', tool_ids: ['x'], max_steps: 3, max_tokens: 9_000 };
    const agent = { ...TOOL, tool_type: 'sub_agent', retrieval_mode: null, configuration } as const;
    expect(bodyOf(draftOf(agent)).configuration).toEqual(configuration);
    const blank = { toolIds: null, maxSteps: '', maxTokens: '' };
    expect(bodyOf({ ...draftOf(agent), ...blank }).configuration).toEqual({ instructions: 'Be brief.' });
    expect(bodyOf({ ...draftOf(agent), toolIds: [] }).configuration).toMatchObject({ tool_ids: [] });
  });

  it('searches everything unless it is told otherwise', () => {
    expect(bodyOf(draftOf()).configuration).toEqual({
      kinds: ['artifact', 'document'],
      metadata_values: [],
      auto_include_tags: false,
    });
  });

  it('has no settings where its type has none', () => {
    expect(bodyOf({ ...draftOf(), type: 'math', values: 'Sales' })).toEqual({
      name: '',
      description: '',
      tool_type: 'math',
      configuration: {},
    });
  });
});
