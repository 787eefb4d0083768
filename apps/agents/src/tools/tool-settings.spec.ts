import { describe, expect, it } from '@jest/globals';
import type { ToolType } from '@pks/contracts';
import { Invalid } from '@pks/platform';
import type { ToolKind, ToolSettings } from '../kinds/tool-kind.ts';
import type { ToolKinds } from '../registry/tool-kinds.ts';
import { settingsOf } from './tool-settings.ts';

const prepared: ToolSettings[] = [];
const kind: ToolKind = {
  isAvailable: true,
  prepare: (settings) => {
    prepared.push(settings);
    if ('colour' in settings.configuration) throw Invalid.field('configuration.colour', 'Unknown field.');
    return { parameters: [], run: () => Promise.resolve([]) };
  },
};
const kinds: ToolKinds = {
  retrieval: kind,
  math: kind,
  document_retrieval: kind,
  data_statistics: kind,
  websearch: kind,
  sub_agent: kind,
};

const settings = (toolType: ToolType, fields: Partial<ToolSettings> = {}): ToolSettings =>
  settingsOf(kinds, { toolType, retrievalMode: undefined, configuration: {}, ...fields });

function refused(toolType: ToolType, fields: Partial<ToolSettings>): readonly string[] {
  try {
    settings(toolType, fields);
  } catch (error) {
    if (error instanceof Invalid) return Object.keys(error.data.fields ?? {});
    throw error;
  }
  return [];
}

describe('the settings of a tool', () => {
  it('have a mode where it retrieves, passages unless chosen, and elsewhere none', () => {
    expect(settings('retrieval')).toEqual({ retrievalMode: 'semantic-chunks', configuration: {} });
    expect(settings('retrieval', { retrievalMode: 'semantic-objects' }).retrievalMode).toBe(
      'semantic-objects',
    );
    expect(settings('math').retrievalMode).toBeNull();
    expect(settings('math', { retrievalMode: null }).retrievalMode).toBeNull();
    expect(refused('math', { retrievalMode: 'semantic-chunks' })).toEqual(['retrieval_mode']);
  });

  it('are those with which its type can prepare it', () => {
    prepared.length = 0;
    const configuration = { expression: '1 + 1' };
    const made = settings('math', { configuration });
    expect(prepared).toEqual([made]);
    expect(made).toEqual({ retrievalMode: null, configuration });
    expect(refused('math', { configuration: { colour: 'red' } })).toEqual(['configuration.colour']);
  });

  it('are 64 KiB of JSON at most', () => {
    const of = (bytes: number) => ({ configuration: { a: 'x'.repeat(bytes - '{"a":""}'.length) } });
    expect(refused('math', of(65_536))).toEqual([]);
    expect(refused('math', of(65_537))).toEqual(['configuration']);
    expect(refused('math', { configuration: { a: '😀'.repeat(16_384) } })).toEqual(['configuration']);
  });
});
