import type { Init, Schemas } from '@pks/client';
import { emailsIn } from '../../ui/emails.ts';
import { linesIn } from '../../ui/lines.ts';
import { localTime } from '../../ui/local-time.ts';

type Draft = Schemas['InterviewDraft'];
type Kind = Draft['interview_type'];
/** What an assignment is asked for with. */
export type Assign = Init<'post', '/projects/{project_id}/interviews/assign/'>['body'];
type Keep = NonNullable<Init<'post', '/projects/{project_id}/interview-drafts/'>['body']>;

/** An interview as it is being prepared. */
export interface Assignment {
  readonly topic: string;
  readonly name: string;
  readonly kind: Kind;
  /** Members by their ids; invited people are among the e-mails. */
  readonly people: readonly string[];
  /** Separated by commas. */
  readonly emails: string;
  /** Of a free interview its questions, of a guided one its topics: one a line. */
  readonly lines: string;
  readonly language: string;
  readonly campaign: string;
  readonly message: string;
  readonly reminds: boolean;
  /** Days, days and a number. */
  readonly remindAfter: string;
  readonly remindEvery: string;
  readonly remindMost: string;
  /** When the e-mails are sent, as the browser's control writes it, in the time of the device; empty for at once. */
  readonly sendAt: string;
  /** What a draft says besides, or more exactly than it is edited here. */
  readonly kept: Pick<
    Draft,
    'interview_type' | 'questions' | 'topics' | 'custom_focus' | 'campaign' | 'scheduled_send_at'
  >;
}

const BLANK: Assignment = {
  topic: '',
  name: '',
  kind: 'interview',
  people: [],
  emails: '',
  lines: '',
  language: '',
  campaign: '',
  message: '',
  reminds: true,
  remindAfter: '3',
  remindEvery: '7',
  remindMost: '3',
  sendAt: '',
  kept: {
    interview_type: 'interview',
    questions: [],
    topics: [],
    custom_focus: '',
    campaign: null,
    scheduled_send_at: null,
  },
};

export function assignmentOf(draft: Draft | undefined): Assignment {
  if (!draft) return BLANK;
  const { interview_type, questions, topics, custom_focus, campaign, scheduled_send_at } = draft;
  return {
    topic: draft.topic,
    name: isNamed(draft) ? draft.name : '',
    kind: interview_type,
    people: draft.assignee_ids,
    emails: draft.invite_emails.join(', '),
    lines: linesOf(interview_type, draft),
    language: draft.language,
    campaign: campaign?.name ?? '',
    message: draft.custom_message,
    reminds: draft.reminders_enabled,
    remindAfter: String(draft.reminder_start_after_days),
    remindEvery: String(draft.reminder_interval_days),
    remindMost: String(draft.reminder_max_count),
    sendAt: written(scheduled_send_at),
    kept: { interview_type, questions, topics, custom_focus, campaign, scheduled_send_at },
  };
}

/** Of a free interview its questions, of a guided one its topics: one a line. */
function linesOf(kind: Kind, { questions, topics }: Pick<Draft, 'questions' | 'topics'>): string {
  return (kind === 'interview' ? questions : topics.map(({ title }) => title)).join('\n');
}

/**
 * The other type. Where the draft has questions or topics of that type, they take the place of lines that nobody has edited, which stay in
 * the draft beside them.
 */
export function changedTo(kind: Kind, { kind: before, lines, kept }: Assignment): Partial<Assignment> {
  const own = linesOf(kind, kept);
  if (own === '' || lines !== linesOf(before, kept)) return { kind };
  return { kind, lines: own, kept: { ...kept, interview_type: kind } };
}

/** How the service names a draft that has neither a name nor a topic. */
const UNTITLED = 'Untitled draft';

/** Whether somebody named it. Otherwise its name is the first line of its topic, perhaps shortened, and follows that. */
function isNamed({ name, topic }: Draft): boolean {
  const first = linesIn(topic)[0] ?? UNTITLED;
  return name !== first && !(name.endsWith('…') && first.startsWith(name.slice(0, -1)));
}

/** What is sent to assign it. */
export function bodyOf(given: Assignment): Assign {
  const { kept } = given;
  const [name, language] = [given.name.trim(), given.language.trim()];
  return {
    topic: given.topic,
    interview_type: given.kind,
    assignee_ids: [...given.people],
    invite_emails: emailsIn(given.emails),
    questions: questionsOf(given),
    topics: given.kind === 'guided-interview' ? topicsOf(given).map(({ id: _id, ...topic }) => topic) : [],
    reminders_enabled: given.reminds,
    ...(given.reminds && numbersOf(given)),
    ...(name !== '' && { name }),
    ...(language !== '' && { language }),
    ...(given.message !== '' && { custom_message: given.message }),
    ...campaignOf(given),
    ...(kept.custom_focus !== '' && { custom_focus: kept.custom_focus }),
    ...(given.sendAt !== '' && { scheduled_send_at: momentOf(given) }),
  };
}

/** What is sent to keep it as a draft: what is empty is null, because what is absent would stay as it was. */
export function draftBodyOf(given: Assignment): Keep {
  const nothing = {
    name: null,
    language: null,
    custom_message: null,
    campaign_name: null,
    campaign_id: null,
    scheduled_send_at: null,
    ...(given.reminds && NO_NUMBERS),
  };
  return { ...nothing, ...bodyOf(given), topics: topicsOf(given) };
}

/** The campaign that the draft has by its id, which stays when others rename it meanwhile; any other by its name. */
function campaignOf({ campaign, kept }: Assignment) {
  const name = campaign.trim();
  if (kept.campaign?.id && name === kept.campaign.name) return { campaign_id: kept.campaign.id };
  return name === '' ? {} : { campaign_name: name };
}

/** A time as the browser's control writes it, which is empty without one. */
function written(at: string | null): string {
  return at === null ? '' : localTime(at);
}

/** The draft's own moment until another time is chosen: the control knows no seconds, nor which of two equal hours when a clock is put back. */
function momentOf({ sendAt, kept }: Assignment): string {
  const at = kept.scheduled_send_at;
  return at !== null && sendAt === written(at) ? at : new Date(sendAt).toISOString();
}

const NO_NUMBERS = {
  reminder_start_after_days: null,
  reminder_interval_days: null,
  reminder_max_count: null,
};

/** A number that is left blank is the service's own. */
function numbersOf({ remindAfter, remindEvery, remindMost }: Assignment) {
  return {
    ...(remindAfter !== '' && { reminder_start_after_days: Number(remindAfter) }),
    ...(remindEvery !== '' && { reminder_interval_days: Number(remindEvery) }),
    ...(remindMost !== '' && { reminder_max_count: Number(remindMost) }),
  };
}

/** A guided interview has those of its draft besides. */
function questionsOf({ kind, lines, kept }: Assignment): string[] {
  if (kind === 'interview') return entriesIn(lines, kept.questions, (question) => question);
  return kept.interview_type === kind ? kept.questions : [];
}

/** By their titles: one that the draft has keeps what it says besides. The draft of another interview may have some, which stay. */
function topicsOf({ kind, lines, kept }: Assignment): NonNullable<Keep['topics']> {
  if (kind !== 'guided-interview') return kept.interview_type === kind ? kept.topics : [];
  const entries = entriesIn(lines, kept.topics, ({ title }) => title);
  return entries.map((entry) => (typeof entry === 'string' ? { title: entry } : entry));
}

/**
 * What is written one a line. Lines that are all lines of an entry of the draft are that entry, once, as it is: of several such entries
 * the longest. Nothing edited is what the draft has.
 */
function entriesIn<T>(text: string, kept: readonly T[], textOf: (entry: T) => string): (T | string)[] {
  if (text === kept.map(textOf).join('\n')) return [...kept];
  const lines = linesIn(text);
  const known = kept
    .map((entry) => ({ entry, own: linesIn(textOf(entry)) }))
    .sort((one, other) => other.own.length - one.own.length);
  const entries: (T | string)[] = [];
  let next = 0;
  for (const [at, line] of lines.entries()) {
    if (at < next) continue;
    const place = known.findIndex(({ own }) => own.every((one, nth) => one === lines[at + nth]));
    const [same] = place === -1 ? [] : known.splice(place, 1);
    entries.push(same ? same.entry : line);
    next = at + (same?.own.length ?? 1);
  }
  return entries;
}
