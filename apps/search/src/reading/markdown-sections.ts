import { HeadingPath } from './heading-path.ts';
import { SectionList } from './section-list.ts';
import type { Section } from './section.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s;
const ATX = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/s;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
/** The start of a block that is not a paragraph: a quote, a list item, a table, HTML or indented code. */
const NO_PARAGRAPH = /^(?: {0,3}(?:>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|\||<)|\t| {4})/;
const FRONT_MATTER = /^---[ \t]*$/;

interface Heading {
  readonly level: number;
  readonly title: string;
  /** The first of its lines. */
  readonly from: number;
}

/** The block that the previous line belongs to: a paragraph, by its first line; another block, such as a list; or none. */
type Block = number | 'other' | null;

/**
 * The sections of a Markdown text: each begins with its heading, and the text is unchanged. Headings in code, comments, quotes and
 * lists do not count. The time is proportional to the length of the text, whatever it contains.
 */
export function markdownSections(text: string): Section[] {
  const found = new SectionList(Infinity);
  addMarkdown(text, found);
  return [...found.sections];
}

/** Adds the sections of a Markdown text. */
export function addMarkdown(text: string, sections: SectionList): void {
  const lines = text.split(/(?<=\n)/);
  const path = new HeadingPath();
  let from = 0;
  const end = (to: number): void => sections.add(1, path.toString(), lines.slice(from, to).join(''));
  for (const heading of headingsOf(lines)) {
    end(heading.from);
    path.enter(heading.level, heading.title);
    from = heading.from;
  }
  end(lines.length);
}

function* headingsOf(lines: readonly string[]): Generator<Heading> {
  let block: Block = null;
  for (let at = afterFrontMatter(lines); at < lines.length; at += 1) {
    const line = bare(lines[at]);
    const opaque = endOfOpaque(lines, at);
    const heading = opaque === null ? headingAt(lines, at, block) : null;
    if (heading?.title) yield heading;
    if (opaque !== null) at = opaque;
    if (opaque !== null || heading || line.trim() === '') block = null;
    else block ??= NO_PARAGRAPH.test(line) ? 'other' : at;
  }
}

function headingAt(lines: readonly string[], at: number, block: Block): Heading | null {
  const line = bare(lines[at]);
  const [atx, signs, words] = ATX.exec(line) ?? [];
  if (atx !== undefined) {
    return { level: signs?.length ?? 1, title: titleOf(withoutClosing(words ?? '')), from: at };
  }
  const underline = typeof block === 'number' ? UNDERLINE.exec(line)?.[1] : undefined;
  if (underline === undefined || typeof block !== 'number') return null;
  return {
    level: underline.startsWith('=') ? 1 : 2,
    title: titleOf(lines.slice(block, at).join(' ')),
    from: block,
  };
}

/** The last line of the fenced code or the comment that begins here, or null. */
function endOfOpaque(lines: readonly string[], at: number): number | null {
  const line = bare(lines[at]);
  const [, fence, info] = FENCE.exec(line) ?? [];
  if (fence && !(fence.startsWith('`') && info?.includes('`'))) {
    return lineWith(lines, at + 1, (other) => closes(other, fence));
  }
  if (/^ {0,3}<!--/.test(line)) return lineWith(lines, at, (other) => other.includes('-->'));
  return null;
}

/** The first line from a place on that matches, else the last one. */
function lineWith(lines: readonly string[], from: number, fulfils: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length - 1 && !fulfils(bare(lines[at]))) at += 1;
  return at;
}

function closes(line: string, fence: string): boolean {
  const other = FENCE.exec(line);
  return other?.[1] !== undefined && other[1].startsWith(fence) && other[2]?.trim() === '';
}

/** The first line of the text: after the front matter between two lines of `---`, if there is any. */
function afterFrontMatter(lines: readonly string[]): number {
  if (!FRONT_MATTER.test(bare(lines[0]))) return 0;
  const end = lines.findIndex((line, at) => at > 0 && FRONT_MATTER.test(bare(line)));
  return end + 1;
}

function bare(line: string | undefined): string {
  return line?.replace(/\r?\n$/, '') ?? '';
}

/** The heading without closing number signs. */
function withoutClosing(title: string): string {
  const trimmed = title.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end -= 1;
  if (end === 0) return '';
  return end < trimmed.length && /[ \t]/.test(trimmed[end - 1] ?? '') ? trimmed.slice(0, end) : trimmed;
}

/** The words of a heading, without the markup of emphasis, code and links. */
function titleOf(markdown: string): string {
  return markdown
    .slice(0, 1_000)
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(?<!\\)[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}
