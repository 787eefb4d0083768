import { describe, expect, it } from '@jest/globals';
import { SectionList } from '../section-list.ts';
import { HtmlSections } from './html-sections.ts';

function sectionsOf(html: string): (readonly [string, string])[] {
  const sections = new SectionList(10_000);
  const reader = new HtmlSections(sections, 10_000);
  for (const character of html) reader.write(character);
  reader.end();
  return sections.sections.map(({ heading, text }) => [heading, text] as const);
}

const textOf = (html: string): string =>
  sectionsOf(html)
    .map(([, text]) => text)
    .join('');

describe('the sections of HTML', () => {
  it('are under its headings, the first ones under its title', () => {
    const html = '<title>T &amp; t</title>A<h1>B <i>b</i></h1>C<h3>D</h3>E<h2>F</h2>G';
    expect(sectionsOf(html)).toEqual([
      ['T & t', 'T & t\n\nA\n'],
      ['B b', 'B b\n\nC\n'],
      ['B b › D', 'D\n\nE\n'],
      ['B b › F', 'F\n\nG\n'],
    ]);
  });

  it('are named by the words of their heading, also where it breaks', () => {
    expect(sectionsOf('<h1>Annual<br>report <p>of</p>2024</h1>A')).toEqual([
      ['Annual report of 2024', 'Annual report of 2024\n\nA\n'],
    ]);
  });

  it.each([
    '<script>if (a < b) alert("x")</script>',
    '<style>p { color: red }</style>',
    '<template><p>x</p></template>',
    '<noscript>x</noscript>',
    '<div hidden>x<br>x<p>x</div>',
    '<p style="color: red; Display : NONE !important">x</p>',
    '<p style="visibility:hidden">x<b>x</b></p>',
    '<!-- x -->',
    '<svg><text>x</text></svg>',
  ])('leave out what is not shown: %s', (html) => {
    expect(textOf(`A${html} B`)).toBe('A B\n');
  });

  it.each([
    '<b style="display:none;display:inline">x</b>',
    '<b style="--display:none">x</b>',
    '<b style="display:nonesuch">x</b>',
  ])('have what is shown: %s', (html) => {
    expect(textOf(`A${html} B`)).toBe('Ax B\n');
  });

  it.each(['<body hidden>A', '<html style="display:none"><body style="visibility:hidden">A'])(
    'have the text of a page that only a script shows: %s',
    (html) => {
      expect(textOf(html)).toBe('A\n');
    },
  );

  it.each([
    ['words run on', 'A <b>b</b>c\n  d&nbsp;e', 'A bc d e\n'],
    ['lines break', 'A<br>B<div>C</div>D', 'A\nB\nC\nD\n'],
    ['paragraphs stand apart', '<p>A<p>B</p>C', 'A\n\nB\n\nC\n'],
    ['items have a mark', '<ul><li>A<li><p>B</p></ul>', '- A\n- B\n'],
    ['preformatted text is unchanged', '<pre>a\n  &lt;b&gt;\n\n&lt;c&gt;</pre>', 'a\n  <b>\n\n<c>\n'],
  ])('are such that %s', (_, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it('have a line for each row of a table, with a field for each cell', () => {
    const html =
      '<table><tr><th>A<th>B<th>C<tr><td>1<td><td><p>2</p><ul><li>3</ul><tr><td><td>4<td></table>D';
    expect(textOf(html)).toBe('A | B | C\n1 | | 2 3\n| 4\n\nD\n');
  });

  it('are limited in number and length', () => {
    expect(() => textOf('a b'.repeat(5_000))).toThrow('The text is longer than 10,000 characters.');
  });
});
