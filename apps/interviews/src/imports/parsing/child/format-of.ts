import type { TranscriptFormat } from '@pks/contracts';
import { linesOf } from './lines.ts';
import { isTiming } from './read-cues.ts';

/** How many non-empty lines are searched for the times of cues. */
const FIRST_LINES = 20;

/** The format of a transcript, judged by its beginning; text, unless that fits another format. */
export function formatOf(text: string): TranscriptFormat {
  const beginning = text.trimStart();
  if (beginning.startsWith('WEBVTT')) return 'vtt';
  if (/^\{|^\[\s*[\]{]/.test(beginning)) return 'json';
  return hasTimings(beginning) ? 'srt' : 'text';
}

function hasTimings(text: string): boolean {
  let seen = 0;
  for (const line of linesOf(text)) {
    if (isTiming(line)) return true;
    if (line !== '') seen += 1;
    if (seen === FIRST_LINES) return false;
  }
  return false;
}
