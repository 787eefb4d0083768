import { NULL, notAChoice } from './sentences.ts';

/** The sentence that quotes the value of a field. */
export const quoting = ({ value }: { readonly value: unknown }): string => notAChoice(value);

/** The sentence about an item of a list, which for null is another one. */
export function orNull(sentence: string): (item: unknown) => string {
  return (item) => (item === null ? NULL : sentence);
}

/** Whether a value is a text with nothing in it but white space. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
