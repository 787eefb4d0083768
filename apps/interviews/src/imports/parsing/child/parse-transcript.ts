import type { TranscriptFormat } from '@pks/contracts';
import { Unreadable } from '../unreadable.ts';
import type { Utterance } from '../utterance.ts';
import { formatOf } from './format-of.ts';
import { readCues } from './read-cues.ts';
import { readJson } from './read-json.ts';
import { readText } from './read-text.ts';
import type { UtteranceList } from './utterance-list.ts';

const READERS: Readonly<Record<TranscriptFormat, (text: string) => UtteranceList>> = {
  text: readText,
  vtt: readCues,
  srt: readCues,
  json: readJson,
};

const BYTE_ORDER_MARK = '\uFEFF';

/** What is said in a transcript, in its order. The time is proportional to its length, whatever it contains. @throws Unreadable */
export function parseTranscript(content: string, format: string | undefined): readonly Utterance[] {
  const marked = content.startsWith(BYTE_ORDER_MARK);
  const text = (marked ? content.slice(1) : content).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const utterances = READERS[isFormat(format) ? format : formatOf(text)](text).finished();
  if (utterances.length === 0) throw new Unreadable('The transcript has no text.');
  return utterances;
}

function isFormat(text: string | undefined): text is TranscriptFormat {
  return text !== undefined && Object.hasOwn(READERS, text);
}
