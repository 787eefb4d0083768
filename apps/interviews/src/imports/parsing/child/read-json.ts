import { isInterviewer } from '../interviewers.ts';
import { Unreadable } from '../unreadable.ts';
import { KnownNames } from './known-names.ts';
import { UtteranceList } from './utterance-list.ts';

/** The fields of an object that may have the list of entries, … */
const LISTS = ['segments', 'messages', 'transcript', 'entries', 'utterances'] as const;
/** … and the fields of an entry. */
const SPEAKERS = ['speaker', 'name', 'role', 'author'] as const;
const TEXTS = ['text', 'content', 'words'] as const;
const WORDS = ['text', 'word', 'punctuated_word'] as const;

const NO_LIST = `The JSON has no list of entries: give a list of objects, or an object with one as ${listed(LISTS)}.`;

type Fields = Readonly<Record<string, unknown>>;

/** Reads JSON: a list of objects with a speaker and a text, or an object with such a list. Each object is an utterance. */
export function readJson(text: string, names: readonly string[]): UtteranceList {
  const known = new KnownNames(names);
  const utterances = new UtteranceList('');
  for (const [at, entry] of entriesIn(parsed(text)).entries()) {
    const said = isFields(entry) ? textIn(entry) : null;
    if (!isFields(entry) || said === null)
      throw new Unreadable(`Entry ${at + 1} of the JSON has no text: give it as ${listed(TEXTS)}.`);
    if (said.trim() === '') continue;
    const name = speakerIn(entry);
    const speaker = name === null ? null : (known.spellingOf(name) ?? name);
    utterances.begin({ speaker, text: said, isAsking: isAsking(entry) });
  }
  return utterances;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('The JSON is broken.');
  }
}

function entriesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const list = isFields(value) ? LISTS.map((name) => value[name]).find(Array.isArray) : undefined;
  if (list === undefined) throw new Unreadable(NO_LIST);
  return list;
}

/** The speaker's name; a number is that of the speaker, and an object has the name in a field. */
function speakerIn(entry: Fields): string | null {
  for (const field of SPEAKERS) {
    const value = entry[field];
    const name = isFields(value) ? value['name'] : value;
    if (typeof name === 'number') return `Speaker ${name}`;
    if (typeof name === 'string' && name.trim() !== '') return name;
  }
  return null;
}

/** Whether the speaker's role is to ask, whatever name the entry gives. */
function isAsking({ role }: Fields): boolean {
  return isText(role) && isInterviewer(role);
}

function textIn(entry: Fields): string | null {
  for (const field of TEXTS) {
    const value = entry[field];
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return wordsIn(value);
  }
  return null;
}

/** The text of a list of words, or of the parts of a content. */
function wordsIn(list: readonly unknown[]): string {
  const words = list.map((item) => (isFields(item) ? WORDS.map((name) => item[name]).find(isText) : item));
  return words.filter(isText).join(' ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
