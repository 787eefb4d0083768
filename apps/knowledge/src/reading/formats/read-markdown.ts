import { textOf } from '../child/decoding.ts';
import type { Reading } from '../child/reading.ts';
import { addMarkdown } from '../markdown-sections.ts';

/** Markdown: a section a heading. */
export async function readMarkdown({ source, sections, characters }: Reading): Promise<number> {
  addMarkdown(await textOf(source, 'markdown', characters), sections);
  return 1;
}
