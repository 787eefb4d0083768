import { beginningOf } from '@pks/contracts';

/** Control characters, white space excepted. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/** A text from elsewhere as it can be stored and sent: well-formed, without control characters, and cut. */
export function boundedText(text: string, most: number): string {
  return beginningOf(text, most).toWellFormed().replace(CONTROLS, ' ');
}
