import { describe, expect, it } from '@jest/globals';
import { markdownSections } from './markdown-sections.ts';

const headings = (text: string): string[] => markdownSections(text).map(({ heading }) => heading);

describe('the sections of a Markdown text', () => {
  it('concatenate to the whole text', () => {
    const text = 'Before\n\n# A\n\n1\n## B ##\r\n2\r\n\r\nC *c*\r\n---\r\n\n# D';
    const sections = markdownSections(text);
    expect(sections.map((section) => section.text).join('')).toBe(text);
    expect(sections.map(({ heading }) => heading)).toEqual(['', 'A', 'A › B', 'A › C c', 'D']);
  });

  it('are under the headings above them, also when levels are skipped', () => {
    expect(headings('### A\n\n# B\n\n### C\n\n## D')).toEqual(['A', 'B', 'B › C', 'B › D']);
  });

  it.each([
    ['underlined', 'A\nb\n===\n', 'A b'],
    ['indented a little', '   ## A', 'A'],
    ['with closing signs', '# A # b ###  ', 'A # b'],
    ['that ends in a sign', '# C#', 'C#'],
    ['with marks in it', '# **A** [b](http://c) `d_e` \\*f', 'A b d_e *f'],
  ])('begin with a heading %s', (_, text, heading) => {
    expect(headings(text)).toEqual([heading]);
  });

  it.each([
    ['fenced code', '```md\n# A\n```\n'],
    ['fenced code with other fences in it', '````\n```\n# A\n~~~\n````'],
    ['fenced code that is never closed', '~~~\n# A\n```\n# B'],
    ['indented code', '    # A\n\n\t# B\n'],
    ['a comment', '<!--\n# A\n-->\n'],
    ['a quote', '> # A\n> B\n---\n'],
    ['a list', '- A\n  b\n---\n'],
    ['a table', '| A |\n---\n'],
    ['settings before the text', '---\ntitle: A\n---\nText'],
    ['seven signs, or none after a space', '####### A\n#A\n'],
    ['a line between paragraphs', 'A\n\n---\n\nB'],
    ['a sign without words', '#\n\n##  \n'],
  ])('have no heading in %s', (_, text) => {
    expect(headings(text)).toEqual(['']);
  });

  it('start again after code and comments', () => {
    expect(headings('```\n# A\n```\n# B\n<!-- # C -->\n# D')).toEqual(['', 'B', 'D']);
  });

  it('have names of at most 200 characters', () => {
    expect(headings(`# ${'a'.repeat(300)}`)).toEqual(['a'.repeat(200)]);
  });

  it('do not exist when there is only white space', () => {
    expect(markdownSections('')).toEqual([]);
    expect(markdownSections(' \n\t\n')).toEqual([]);
  });

  it('contain no NUL characters or lone surrogates', () => {
    expect(markdownSections('# A\0\uD800\nb\uDC00\u{1F600}')).toEqual([
      { page: 1, heading: 'A', text: '# A\nb\u{1F600}' },
    ]);
  });
});
