import type { TranscriptFormat } from '@pks/contracts';
import { Unreadable } from '../unreadable.ts';
import type { Utterance } from '../utterance.ts';
import { formatOf } from './format-of.ts';
import { readCues } from './read-cues.ts';
import { readJson } from './read-json.ts';
import { readText } from './read-text.ts';
import type { UtteranceList } from './utterance-list.ts';

/** Reads a text in which speakers with these names may occur. */
type Reader = (text: string, names: readonly string[]) => UtteranceList;

const READERS: Readonly<Record<TranscriptFormat, Reader>> = {
  text: readText,
  vtt: readCues,
  srt: readCues,
  json: readJson,
};

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The utterances of a transcript, in order. A label that is one of the names is a speaker, whatever it looks like, and is spelled as
 * that name. The time is proportional to the transcript's length, whatever it contains. @throws Unreadable
 */
export function parseTranscript(
  content: string,
  format: string | undefined,
  names: readonly string[],
): readonly Utterance[] {
  const marked = content.startsWith(BYTE_ORDER_MARK);
  const text = (marked ? content.slice(1) : content).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const utterances = READERS[isFormat(format) ? format : formatOf(text)](text, names).finished();
  if (utterances.length === 0) throw new Unreadable('The transcript has no text.');
  return utterances;
}

function isFormat(text: string | undefined): text is TranscriptFormat {
  return text !== undefined && Object.hasOwn(READERS, text);
}
