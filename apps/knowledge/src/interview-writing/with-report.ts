import type { InterviewReport } from '@pks/contracts';
import { Invalid } from '@pks/platform';

/** An editor could not send a larger artifact back. Bytes of its JSON. */
const MOST_BYTES = 4 * 1024 * 1024;

const TOO_LARGE = 'With this interview, the artifact would be larger than 4 MiB.';

/** A text with a report at its end, after a blank line; without a text, only the report. @throws Invalid keyed to `slug` */
export function withReport(text: string, { markdown }: InterviewReport): string {
  const joined = text.trim() === '' ? markdown : `${text}${gapAfter(text)}${markdown}`;
  if (Buffer.byteLength(JSON.stringify(joined)) > MOST_BYTES) throw Invalid.field('slug', TOO_LARGE);
  return joined;
}

function gapAfter(text: string): string {
  if (text.endsWith('\n\n')) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}
