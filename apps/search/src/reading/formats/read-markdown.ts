import { textOf } from '../child/decoding.ts';
import type { ReadingTask } from '../child/format-reader.ts';
import { addMarkdown } from '../markdown-sections.ts';

/** Markdown: a section for each heading. */
export async function readMarkdown(task: ReadingTask): Promise<number> {
  addMarkdown(await textOf(task, 'markdown'), task.sections);
  return 1;
}
