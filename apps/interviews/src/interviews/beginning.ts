import { firstCharactersOf } from '@pks/contracts';

/** Characters. */
const PREVIEW_LENGTH = 200;

/** The beginning of a transcript's first message, which lists show. */
export function previewOf(text: string): string {
  return firstCharactersOf(text, PREVIEW_LENGTH);
}
