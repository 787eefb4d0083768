import { describe, expect, it } from '@jest/globals';
import { isFormattable } from './formattable.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** A heading, a paragraph, a list, a table, a quotation and code. */
const SECTION = `## Boarding

Some **text** with \`code\`, [a link](https://elsewhere.example/a_page?of=it) and _more_, *of it*.
It goes on, and [refers][1] to what is below.

- one
- two
    - three, inside
        1. and further

| Deck | Cars |
| ---- | ---: |
| 1    | 40   |

> Who said this
>> answered that.

\`\`\`
if (a[i] && b_c) { return <d>*e; }
\`\`\`

`;

const USUAL = {
  nothing: '',
  'a sentence': 'Who moors?',
  'a long document': `${SECTION.repeat(300)}\n[1]: https://elsewhere.example/`,
  'many lines in a paragraph': lines(2_000, () => 'A line of a text that was wrapped.'),
  'a long list': lines(1_000, (index) => `- [ ] Item ${index} of **many**`),
  'a list in lists': lines(8, (index) => `${'    '.repeat(index)}- in ${index} others`),
  'a list in lists, by tabs': lines(8, (index) => `${'\t'.repeat(index)}* in ${index} others`),
  'an answer to many': `${'> '.repeat(12)}Yes.`,
  'a long table': `|a|b|c|d|\n|-|-|-|-|\n${lines(1_000, () => '| one | `two` | 3.5 | 4 |')}`,
  'a wide table': `${'|a'.repeat(40)}|\n${'|-'.repeat(40)}|\n${lines(200, () => `${'|b'.repeat(40)}|`)}`,
  'lines of dashes, as a printer draws them': lines(200, () => '-'.repeat(132)),
  'a text without spaces': '潮'.repeat(20_000),
  definitions: lines(200, (index) => `[${index}]: https://elsewhere.example/${index}`),
  'code that is indented far': `${' '.repeat(80)}return [];`,
  'code without blank lines': `\`\`\`json\n${lines(3_000, (index) => `  "key_${index}": ["*a_", {}],`)}\`\`\`\n`,
  'code in a longer fence': `~~~~\n${lines(3_000, () => '~~~ *a_')}~~~~\n`,
  'a picture in an address': `![A quay](data:image/png;base64,${'iVBORw0KGgo/'.repeat(3_000)})`,
};

const COSTLY = {
  'lists in each other on a line': `${'- '.repeat(1_500)}a`,
  'numbered lists in each other on a line': `${'1. '.repeat(500)}a`,
  'lists in each other by tabs': `${'*\t'.repeat(500)}a`,
  'quotations in each other on a line': '>'.repeat(1_500),
  'a few more quotations in each other than anybody writes': `${'>'.repeat(41)}a`,
  'notes in each other on a line': `${'[^a]: '.repeat(500)}a`,
  'notes in each other with brackets in their names': `${'[^a\\]]: '.repeat(500)}a`,
  'lists in each other, line by line': lines(100, (index) => `${'  '.repeat(index)}- a`),
  'quotations in each other, line by line': lines(100, (index) => `${'>'.repeat(index)} a`),
  'lists in each other, in lines that a carriage return ends': `a\r${'- '.repeat(1_500)}a`,
  'many lines that are deep': lines(2_000, () => `${'>'.repeat(39)}a\n`),
  'marks of emphasis': '*a_ '.repeat(5_000),
  'marks of emphasis on many lines': '*a_\n'.repeat(5_000),
  'marks of emphasis in lines that a carriage return and a line feed end': '*a_\r\n'.repeat(5_000),
  'marks of emphasis in a quotation': '> *a_\n>\n'.repeat(5_000),
  'emphasis in each other': `${'*a **b '.repeat(1_000)}${'c** d* '.repeat(1_000)}`,
  strikings: '~a ~~b '.repeat(2_000),
  'opening brackets': '['.repeat(5_000),
  'opening brackets with spaces': '[ '.repeat(5_000),
  'pictures in each other': `${'![a '.repeat(2_000)}${'](b) '.repeat(2_000)}`,
  backticks: '`a '.repeat(5_000),
  'marks after code': `\`\`\`\na\n\`\`\`\n${'*a_ '.repeat(5_000)}`,
  'marks after what looks like the beginning of code': `\`\`\` a \`\n${'*a_ '.repeat(5_000)}`,
  'marks after a fence that is inside of another': ` \`\`\`\`\n\`\`\`\n \`\`\`\`\n${'*a_ '.repeat(5_000)}`,
  'marks after a fence in a tag': `<pre>\n\`\`\`\n</pre>\n\n${'*a_ '.repeat(5_000)}`,
  'runs of backticks, each longer': lines(300, (index) => `a ${'`'.repeat(index)}`),
  tags: '<a '.repeat(5_000),
  'a table with columns that its rows leave out': `${'|a'.repeat(490)}|\n${'|-'.repeat(490)}|\n${'|c\n'.repeat(490)}`,
  bars: '|'.repeat(5_000),
  'underlines of headings': '=\n'.repeat(10_000),
  'dots of an address': `https://elsewhere.example/${'.'.repeat(5_000)}a`,
  'what may be an e-mail address': 'a.'.repeat(5_000),
  'links that repeat a long definition': `[a]: <${'b '.repeat(20_000)}>\n\n${'[a]\n\n'.repeat(10_000)}`,
  items: '- a\n\n'.repeat(20_000),
  lines: 'a\n'.repeat(10_000),
  'the sections of a book': SECTION.repeat(1_000),
};

describe('a text is formatted', () => {
  it.each(Object.entries(USUAL))('where it is %s', (_name, text) => {
    expect(isFormattable(text)).toBe(true);
  });

  it.each(Object.entries(COSTLY))('not where it is full of %s', (_name, text) => {
    expect(isFormattable(text)).toBe(false);
  });
});
