import { textOf } from '../child/decoding.ts';
import type { ReadingTask } from '../child/format-reader.ts';

/** Plain text: one section. */
export async function readText({ source, sections, characters }: ReadingTask): Promise<number> {
  sections.add(1, '', await textOf(source, 'text', characters));
  return 1;
}
