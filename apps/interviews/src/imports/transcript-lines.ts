import type { MeetingInfo } from '@pks/contracts';
import type { Line } from '../interviews/entry-columns.entity.ts';
import { fitsLists } from './meeting-size.ts';
import { keyOf } from './parsing/child/known-names.ts';
import { isInterviewer } from './parsing/interviewers.ts';
import { MOST_ENTRIES, tooManyEntries } from './parsing/unreadable.ts';
import type { Utterance } from './parsing/utterance.ts';

/** A longer entry is split (decisions 1, Lengths). Characters. */
const LONGEST_ENTRY = 20_000;
/** A white space at which it is split is looked for in so many characters before its end. */
const SPLIT_WITHIN = 1_000;
/** More participants are not listed. */
const MOST_PARTICIPANTS = 100;

/**
 * The entries of a transcript: the hosts of the meeting, speakers with the name of an interviewer and those whose role in the transcript
 * is that are `assistant`, all others `user`. Where that does not say who speaks, because a role has several names or all have one role,
 * the name is in front of what they say. @throws Unreadable for too many
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

/** What is in front of what somebody says: their name, unless both roles speak and each has one name at most. */
function labelling(utterances: readonly Utterance[], roleOf: (utterance: Utterance) => Line['role']) {
  const named = utterances.filter(({ speaker }) => speaker !== null);
  const voices = new Set(named.map((one) => `${roleOf(one)} ${one.speaker}`));
  const hasBothRoles = new Set(utterances.map(roleOf)).size === 2;
  const isPair = hasBothRoles && voices.size === new Set(named.map(roleOf)).size;
  return ({ speaker }: Utterance): string => (speaker === null || isPair ? '' : `${speaker}: `);
}

/** Who speaks in a transcript, in the order of their first words: as many as lists can show beside the meeting. */
export function speakersIn(utterances: readonly Utterance[], meeting: MeetingInfo | null): readonly string[] {
  const first = namesIn(utterances).slice(0, MOST_PARTICIPANTS);
  const tooMany = first.findIndex((_, at) => !fitsLists(first.slice(0, at + 1), meeting));
  return tooMany < 0 ? first : first.slice(0, tooMany);
}

/** The names in a transcript, each once. */
function namesIn(utterances: readonly Utterance[]): readonly string[] {
  return [...new Set(utterances.map(({ speaker }) => speaker).filter((name) => name !== null))];
}

/** A text in parts of at most so many characters: split at white space where there is some, and never within a character. */
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
