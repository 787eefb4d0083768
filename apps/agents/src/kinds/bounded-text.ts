import { beginningOf } from '@pks/contracts';

/** Control characters other than white space. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/** A text from elsewhere, made fit to store and send: well-formed, without control characters, and cut. */
export function boundedText(text: string, most: number): string {
  return beginningOf(text, most).toWellFormed().replace(CONTROLS, ' ');
}
