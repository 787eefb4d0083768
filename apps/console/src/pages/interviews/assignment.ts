import type { Init, Schemas } from '@pks/client';
import { emailsIn } from '../../ui/emails.ts';
import { linesIn } from '../../ui/lines.ts';
import { localTime } from '../../ui/local-time.ts';

type Draft = Schemas['InterviewDraft'];
type Kind = Draft['interview_type'];
/** The body of a request to assign interviews. */
export type Assign = Init<'post', '/projects/{project_id}/interviews/assign/'>['body'];
type Keep = NonNullable<Init<'post', '/projects/{project_id}/interview-drafts/'>['body']>;

/** An interview that is being prepared. */
export interface Assignment {
  readonly topic: string;
  readonly name: string;
  readonly kind: Kind;
  /** The ids of members; the addresses of invited people are in `emails`. */
  readonly people: readonly string[];
  /** E-mail addresses, separated by commas. */
  readonly emails: string;
  /** The questions of a free interview or the topics of a guided one, one per line. */
  readonly lines: string;
  readonly language: string;
  readonly campaign: string;
  readonly message: string;
  readonly reminds: boolean;
  /** In days; so is `remindEvery`. `remindMost` is a number of reminders. */
  readonly remindAfter: string;
  readonly remindEvery: string;
  readonly remindMost: string;
  /** When the e-mails are sent, in the format of the browser's control and the device's time zone; empty for immediately. */
  readonly sendAt: string;
  /** Fields of the draft that cannot be edited here, or that it holds more precisely. */
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

/** The questions of a free interview or the topics of a guided one, one per line. */
function linesOf(kind: Kind, { questions, topics }: Pick<Draft, 'questions' | 'topics'>): string {
  return (kind === 'interview' ? questions : topics.map(({ title }) => title)).join('\n');
}

/**
 * Changes the type. If the draft has questions or topics of the new type, they replace lines that nobody has edited; the draft keeps those as
 * well.
 */
export function changedTo(kind: Kind, { kind: before, lines, kept }: Assignment): Partial<Assignment> {
  const own = linesOf(kind, kept);
  if (own === '' || lines !== linesOf(before, kept)) return { kind };
  return { kind, lines: own, kept: { ...kept, interview_type: kind } };
}

/** The name that the service gives a draft without a name and a topic. */
const UNTITLED = 'Untitled draft';

/** Whether somebody named the draft. Otherwise its name is the first line of its topic, possibly shortened, and follows the topic. */
function isNamed({ name, topic }: Draft): boolean {
  const first = linesIn(topic)[0] ?? UNTITLED;
  return name !== first && !(name.endsWith('…') && first.startsWith(name.slice(0, -1)));
}

/** The body of the request that assigns it. */
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

/** The body of the request that saves it as a draft: empty fields are null, because absent ones would stay unchanged. */
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

/** The draft's campaign by its id, which is still right if others rename the campaign meanwhile; any other by its name. */
function campaignOf({ campaign, kept }: Assignment) {
  const name = campaign.trim();
  if (kept.campaign?.id && name === kept.campaign.name) return { campaign_id: kept.campaign.id };
  return name === '' ? {} : { campaign_name: name };
}

/** A time in the format of the browser's control; empty without one. */
function written(at: string | null): string {
  return at === null ? '' : localTime(at);
}

/**
 * The draft's exact time until another is chosen: the control cannot show seconds, or distinguish the two equal hours when a clock is put back.
 */
function momentOf({ sendAt, kept }: Assignment): string {
  const at = kept.scheduled_send_at;
  return at !== null && sendAt === written(at) ? at : new Date(sendAt).toISOString();
}

const NO_NUMBERS = {
  reminder_start_after_days: null,
  reminder_interval_days: null,
  reminder_max_count: null,
};

/** A blank number is left out: the service has its default. */
function numbersOf({ remindAfter, remindEvery, remindMost }: Assignment) {
  return {
    ...(remindAfter !== '' && { reminder_start_after_days: Number(remindAfter) }),
    ...(remindEvery !== '' && { reminder_interval_days: Number(remindEvery) }),
    ...(remindMost !== '' && { reminder_max_count: Number(remindMost) }),
  };
}

/** The questions; a guided interview keeps those of its draft. */
function questionsOf({ kind, lines, kept }: Assignment): string[] {
  if (kind === 'interview') return entriesIn(lines, kept.questions, (question) => question);
  return kept.interview_type === kind ? kept.questions : [];
}

/** The topics by their titles: a topic of the draft keeps its other fields. A free interview keeps the topics of its draft. */
function topicsOf({ kind, lines, kept }: Assignment): NonNullable<Keep['topics']> {
  if (kind !== 'guided-interview') return kept.interview_type === kind ? kept.topics : [];
  const entries = entriesIn(lines, kept.topics, ({ title }) => title);
  return entries.map((entry) => (typeof entry === 'string' ? { title: entry } : entry));
}

/**
 * The entries of a text with one per line. Lines that together form an entry of the draft are that entry, unchanged and only once; of several
 * such entries, the longest. An unedited text is exactly the draft's entries.
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
