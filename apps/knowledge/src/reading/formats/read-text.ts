import { textOf } from '../child/decoding.ts';
import type { Reading } from '../child/reading.ts';

/** Plain text: one section. */
export async function readText({ source, sections, characters }: Reading): Promise<number> {
  sections.add(1, '', await textOf(source, 'text', characters));
  return 1;
}
