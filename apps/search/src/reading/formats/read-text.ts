import { textOf } from '../child/decoding.ts';
import type { ReadingTask } from '../child/format-reader.ts';

/** Plain text: one section. */
export async function readText(task: ReadingTask): Promise<number> {
  task.sections.add(1, '', await textOf(task, 'text'));
  return 1;
}
