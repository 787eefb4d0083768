import { describe, expect, it } from '@jest/globals';
import { sourcesOf } from './sources.ts';

const PASSAGE = {
  kind: 'artifact',
  id: 'a',
  slug: 'brief',
  title: 'Brief',
  version_number: 2,
  page: null,
  heading: 'Goals',
  text: 'To grow.',
  score: 0.5,
};
const { text: _text, score: _score, ...SOURCE } = PASSAGE;

describe('the sources of results', () => {
  it('are the places of passages, each once, without what they say', () => {
    const other = { ...PASSAGE, heading: 'Risks' };
    expect(sourcesOf([PASSAGE, other, { ...PASSAGE, text: 'To grow fast.' }])).toEqual([
      SOURCE,
      { ...SOURCE, heading: 'Risks' },
    ]);
  });

  it('are also documents that were read, and those that were found by their metadata', () => {
    const read = { document_id: 'd', name: 'handbook.pdf', page: 3, offset: 0, text: 'Three days.' };
    const found = { kind: 'document', id: 'e', name: 'policy.pdf', metadata: [] };
    expect(sourcesOf([read, found])).toEqual([
      { kind: 'document', id: 'd', title: 'handbook.pdf', page: 3 },
      { kind: 'document', id: 'e', title: 'policy.pdf' },
    ]);
  });

  it('are none of calculations, errors, and what only looks like one', () => {
    const others = [{ result: 3 }, { status: 'error', message: 'No.' }, { id: 1, title: 'x' }, { id: 'x' }];
    expect(sourcesOf(others)).toEqual([]);
  });

  it('are 50 at most', () => {
    const many = Array.from({ length: 60 }, (_, page) => ({ ...PASSAGE, page }));
    expect(sourcesOf(many)).toHaveLength(50);
  });
});
