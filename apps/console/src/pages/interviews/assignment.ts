import type { Init, Schemas } from '@pks/client';

type Kind = 'interview' | 'guided-interview';
type Assign = Init<'post', '/projects/{project_id}/interviews/assign/'>['body'];

/** An interview as it is being prepared. */
export interface Assignment {
  readonly topic: string;
  readonly name: string;
  readonly kind: Kind;
  readonly people: readonly string[];
  /** Separated by commas. */
  readonly emails: string;
  /** Of a free interview its questions, of a guided one its topics: one a line. */
  readonly lines: string;
  readonly language: string;
  readonly campaign: string;
  readonly message: string;
  readonly reminds: boolean;
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
};

export function assignmentOf(draft: Schemas['InterviewDraft'] | undefined): Assignment {
  if (!draft) return BLANK;
  const isGuided = draft.interview_type === 'guided-interview';
  return {
    topic: draft.topic,
    name: draft.name,
    kind: draft.interview_type,
    people: draft.assignee_ids,
    emails: draft.invite_emails.join(', '),
    lines: (isGuided ? draft.topics.map(({ title }) => title) : draft.questions).join('\n'),
    language: draft.language,
    campaign: draft.campaign?.name ?? '',
    message: draft.custom_message,
    reminds: draft.reminders_enabled,
  };
}

/** What is sent to assign it, or to keep it as a draft. */
export function bodyOf(given: Assignment): Assign {
  const lines = given.lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isGuided = given.kind === 'guided-interview';
  return {
    topic: given.topic,
    interview_type: given.kind,
    assignee_ids: [...given.people],
    invite_emails: given.emails.split(/[\s,;]+/).filter((email) => email !== ''),
    questions: isGuided ? [] : lines,
    topics: isGuided ? lines.map((title) => ({ title })) : [],
    reminders_enabled: given.reminds,
    ...(given.name !== '' && { name: given.name }),
    ...(given.language !== '' && { language: given.language }),
    ...(given.message !== '' && { custom_message: given.message }),
    ...(given.campaign !== '' && { campaign_name: given.campaign }),
  };
}
