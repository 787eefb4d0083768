import type { MeetingInfo } from '@pks/contracts';
import type { Line } from '../interviews/entry-columns.entity.ts';
import { fitsLists } from './meeting-size.ts';
import { keyOf } from './parsing/child/known-names.ts';
import { isInterviewer } from './parsing/interviewers.ts';
import { MOST_ENTRIES, tooManyEntries } from './parsing/unreadable.ts';
import type { Utterance } from './parsing/utterance.ts';

/** Longer entries are split (decisions 1, Lengths). Characters. */
const LONGEST_ENTRY = 20_000;
/** How many characters before the end of a part are searched for white space at which to split. */
const SPLIT_WITHIN = 1_000;
/** The most participants that are listed. */
const MOST_PARTICIPANTS = 100;

/**
 * The entries of a transcript. The hosts of the meeting, speakers named like an interviewer and speakers with the role of an
 * interviewer are `assistant`, all others `user`. If that does not tell who speaks, because a role has several names or all have one
 * role, the name precedes what they say. @throws Unreadable if there are too many entries.
 */
export function linesOf(utterances: readonly Utterance[], meeting: MeetingInfo | null): readonly Line[] {
  const hosts = (meeting?.participants ?? []).filter(({ is_host }) => is_host);
  const hosting = new Set(hosts.map(({ name }) => keyOf(name)));
  const roleOf = ({ speaker, isAsking = false }: Utterance): Line['role'] =>
    isAsking || isInterviewer(speaker ?? '') || hosting.has(keyOf(speaker ?? '')) ? 'assistant' : 'user';
  const label = labelling(utterances, roleOf);
  const lines = utterances.flatMap((utterance) => {
    const [role, name] = [roleOf(utterance), label(utterance)];
    return partsOf(utterance.text, LONGEST_ENTRY - name.length).map((part) => ({
      role,
      content: `${name}${part}`,
      topicIndex: null,
    }));
  });
  if (lines.length > MOST_ENTRIES) throw tooManyEntries();
  return lines;
}

/** The text before an utterance: the speaker's name, unless both roles speak and each has at most one name. */
function labelling(utterances: readonly Utterance[], roleOf: (utterance: Utterance) => Line['role']) {
  const named = utterances.filter(({ speaker }) => speaker !== null);
  const voices = new Set(named.map((one) => `${roleOf(one)} ${one.speaker}`));
  const hasBothRoles = new Set(utterances.map(roleOf)).size === 2;
  const isPair = hasBothRoles && voices.size === new Set(named.map(roleOf)).size;
  return ({ speaker }: Utterance): string => (speaker === null || isPair ? '' : `${speaker}: `);
}

/** The speakers of a transcript, in the order of their first words: as many as lists can show besides the meeting. */
export function speakersIn(utterances: readonly Utterance[], meeting: MeetingInfo | null): readonly string[] {
  const first = namesIn(utterances).slice(0, MOST_PARTICIPANTS);
  const tooMany = first.findIndex((_, at) => !fitsLists(first.slice(0, at + 1), meeting));
  return tooMany < 0 ? first : first.slice(0, tooMany);
}

/** The names in a transcript, each once. */
function namesIn(utterances: readonly Utterance[]): readonly string[] {
  return [...new Set(utterances.map(({ speaker }) => speaker).filter((name) => name !== null))];
}

/** Splits a text into parts of at most `most` characters: at white space if there is some, and never within a character. */
function partsOf(text: string, most: number): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = endOf(text, from, most);
    const part = text.slice(from, to).trim();
    if (part !== '') parts.push(part);
    from = to;
  }
  return parts;
}

function endOf(text: string, from: number, most: number): number {
  const to = from + most;
  if (to >= text.length) return text.length;
  const last = text.slice(to - SPLIT_WITHIN, to);
  const space = Math.max(last.lastIndexOf('\n'), last.lastIndexOf(' '));
  if (space > 0) return to - SPLIT_WITHIN + space;
  const isCut = /^[\uDC00-\uDFFF]/.test(text.slice(to, to + 1));
  return isCut ? to - 1 : to;
}
