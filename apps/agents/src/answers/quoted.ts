import { beginningOf } from '@pks/contracts';
import type { ToolResults } from '../kinds/tool-kind.ts';

/** The most passages that an answer quotes. */
export const MOST_QUOTES = 3;
/** The longest quote. Characters. */
const LONGEST_QUOTE = 1_200;

const NOTHING = 'Nothing in this project’s documents and published artifacts answers this.';
const FOUND = 'This is what the project’s documents and published artifacts say:';

/** The best passages as an answer, each with its source. */
export function quoted(passages: ToolResults): string {
  const quotes = passages.slice(0, MOST_QUOTES).map(quoteOf);
  return quotes.length === 0 ? NOTHING : [FOUND, ...quotes].join('\n\n');
}

function quoteOf(passage: ToolResults[number]): string {
  const text = textOf(passage['text']);
  const quote = text.length > LONGEST_QUOTE ? `${beginningOf(text, LONGEST_QUOTE)}…` : text;
  const lines = quote.split(/\r?\n/).map((line) => `> ${line}`.trimEnd());
  return [...lines, '', `— ${sourceOf(passage)}`].join('\n');
}

/** Where a passage is from: its title, its heading, and its page or version. */
function sourceOf({ title, heading, page, version_number }: ToolResults[number]): string {
  const place = typeof page === 'number' ? `page ${page}` : '';
  const version = typeof version_number === 'number' ? `version ${version_number}` : '';
  return [textOf(title), textOf(heading), place, version].filter((part) => part !== '').join(', ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
