import { isUUID } from 'class-validator';

/** Whether a text is a UUID as `Uuid` accepts it: in either case. */
export function isUuid(text: string): boolean {
  return isUUID(text, 'loose');
}
