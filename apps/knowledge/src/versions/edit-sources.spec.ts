import { describe, expect, it } from '@jest/globals';
import { Invalid, loadConfig } from '@pks/platform';
import { TEST_SECRET } from '@pks/testing';
import { KnowledgeConfig } from '../knowledge.config.ts';
import { EditSources } from './edit-sources.ts';

const sources = (environment: Record<string, string> = {}): EditSources =>
  new EditSources(loadConfig(KnowledgeConfig, { CALLER_SECRET: TEST_SECRET, ...environment }));

describe('the source of an edit', () => {
  it.each(['', 'chat', 'mcp', 'ui', 'coach'])('may be %j', (source) => {
    expect(() => sources().assertKnown(source)).not.toThrow();
  });

  it.each(['Chat', 'api', 'coach ', 'guide'])('may not be %j', (source) => {
    expect(() => sources().assertKnown(source)).toThrow(Invalid);
    expect(() => sources().assertKnown(source)).toThrow(`"${source}" is not a valid choice.`);
  });

  it('may be the name of the assistant that the installation configures, and no other', () => {
    const named = sources({ ASSISTANT_NAME: 'guide' });
    expect(() => named.assertKnown('guide')).not.toThrow();
    expect(() => named.assertKnown('coach')).toThrow(Invalid);
  });

  it.each(['chat', 'mcp', 'ui'])('is not told apart where the assistant is named %s', (ASSISTANT_NAME) => {
    expect(() => sources({ ASSISTANT_NAME })).toThrow(/ASSISTANT_NAME: .* such as coach\./);
  });
});
