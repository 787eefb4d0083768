import { firstCharactersOf } from '@pks/contracts';

/** Characters. */
const PREVIEW_LENGTH = 200;

/** What lists show of the first message of a transcript. */
export function previewOf(text: string): string {
  return firstCharactersOf(text, PREVIEW_LENGTH);
}
