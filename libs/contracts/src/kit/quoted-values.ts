import { NULL, notAChoice } from './sentences.ts';

/** The sentence that quotes the value of a field. */
export const quoting = ({ value }: { readonly value: unknown }): string => notAChoice(value);

/** The message for an item of a list: the one for null, or the given sentence. */
export function orNull(sentence: string): (item: unknown) => string {
  return (item) => (item === null ? NULL : sentence);
}

/** Whether a value is an empty text, or a text of white space only. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
