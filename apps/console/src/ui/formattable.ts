/** A text with more characters than this stays plain: formatting it would take seconds. */
const MOST_CHARACTERS = 150_000;

/** The deepest nesting in lists, quotations and notes: the length of a line's markers with the indentation before them. */
const DEEPEST = 40;
const MARKERS = /^(?: |>|(?:[-+*]|\d{1,9}[.)])(?: |$)|\[\^(?:\\.|[^\\\]\s])+\]:)+/gm;

/** After one of these characters, the rest of a word is tried as an address. */
const TRIED = /[^\dA-Za-z/]/g;
const WORDS = /[!-~]+/g;

/** The start of a block in which a fence may be plain text, or may belong only to the block that contains it. */
const HIDING = /^ {0,3}<|^ {1,3}(?:```|~~~)/m;
const FENCE = /^(?:`{3,}|~{3,})/;

/** A place, besides blank lines, where a paragraph certainly ends. */
const ITEM = /\n(?= {0,3}[-+*] +\S)/;
const MARKS = /[!&*<[\]_`~]/g;

/** The most effort for a whole text: each mark is compared with all others of its paragraph. */
const MOST_EFFORT = 10_000_000;
const EFFORT_OF_A_CELL = 100;
const EFFORT_OF_DEPTH = 10;
const EFFORT_OF_ITEMS = 0.1;

/** The most characters that the targets of all links together may repeat. */
const MOST_REPEATED = 20_000_000;

/**
 * Whether a text can be formatted as Markdown while the user waits. Many containers, many lines or marks in a paragraph, many columns that
 * most rows of a table leave out, or many links to one definition take quadratic time or memory.
 */
export function isFormattable(text: string): boolean {
  if (text.length > MOST_CHARACTERS || effortOfWords(text) > MOST_EFFORT) return false;
  const even = withoutCode(text.replace(/\r\n?/g, '\n').replaceAll('\t', '    '));
  const depths = (even.match(MARKERS) ?? []).map((markers) => markers.trimEnd().length).filter(Boolean);
  const containers =
    sum(depths.map((depth) => depth ** 2 * EFFORT_OF_DEPTH)) + depths.length ** 2 * EFFORT_OF_ITEMS;
  // Paragraphs, tables and definitions end at a blank line.
  const blocks = even.split(/\n *(?=\n)/);
  return (
    Math.max(...depths) <= DEEPEST &&
    containers + sum(blocks.map(effortOf)) <= MOST_EFFORT &&
    countOf(even, /\]/g) * longestDefinition(blocks) <= MOST_REPEATED
  );
}

function effortOfWords(text: string): number {
  return sum(text.match(WORDS)?.map((word) => countOf(word, TRIED) ** 2) ?? []);
}

/** The text without fenced code whose fences start a line, because nothing in it is formatted. */
function withoutCode(text: string): string {
  if (HIDING.test(text)) return text;
  let open = '';
  const rest = text.split('\n').filter((line) => {
    const fence = FENCE.exec(line)?.[0] ?? '';
    const isInside = open !== '';
    if (isInside && fence.startsWith(open) && fence === line.trimEnd()) open = '';
    else if (!isInside && isOpening(fence, line)) open = fence;
    else return !isInside;
    return false;
  });
  return rest.join('\n');
}

/** A line that opens a fence of backticks contains no further backticks. */
function isOpening(fence: string, line: string): boolean {
  return fence !== '' && !(fence.startsWith('`') && line.slice(fence.length).includes('`'));
}

function effortOf(block: string): number {
  const lines = block.split('\n');
  const columns = Math.max(...lines.map((line) => countOf(line, /\|/g)));
  const paragraphs = block.split(ITEM).map((paragraph) => countOf(paragraph, MARKS) ** 2);
  return lines.length ** 2 + sum(paragraphs) + lines.length * columns * EFFORT_OF_A_CELL;
}

function longestDefinition(blocks: readonly string[]): number {
  return Math.max(0, ...blocks.filter((block) => block.includes(']:')).map(({ length }) => length));
}

function countOf(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
