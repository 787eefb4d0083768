import { Injectable } from '@nestjs/common';
import {
  type InterviewLetter,
  type InterviewLetterKind,
  characters,
  firstCharactersOf,
} from '@pks/contracts';
import { AppLinks, type OfInterview, stopPath } from './app-links.ts';
import { isolated } from './isolated.ts';
import { type Sheet, layOut } from './layout.ts';
import { longDate } from './long-date.ts';
import type { Body } from './mailer.ts';
import { oneLine } from './one-line.ts';

/** Longer topics are shortened. Characters. */
const TOPIC_LENGTH = 400;
/** Longer names are shortened in subjects and titles, and topics in previews. Characters. */
const NAME_LENGTH = 100;

const HOW_TO = 'To open it, send the request below to the API.';
const WHY = 'You get this e-mail because the interview is assigned to you.';
const STOP = 'Stop these reminders';

/** The kind of an e-mail, and the interview that it is about. */
export interface LetterOf extends OfInterview {
  readonly kind: InterviewLetterKind;
}

/** How the e-mail of a kind begins. */
type Beginning = Pick<Sheet, 'subject' | 'preview' | 'title'> & { readonly request: string };

type Ending = Pick<Sheet, 'notes' | 'lastLink'>;

const BEGINNINGS: Readonly<Record<InterviewLetterKind, (letter: InterviewLetter) => Beginning>> = {
  assignment: ({ name, topic, assigned_by_email: by }) => ({
    subject: `You are asked to take the interview "${isolated(shortened(name, NAME_LENGTH))}"`,
    preview: `${by} asks you about: ${isolated(shortened(topic, NAME_LENGTH))}`,
    title: `Take the interview “${isolated(shortened(name, NAME_LENGTH))}”`,
    request: `${by} asks you to take the interview “${isolated(name)}”.`,
  }),
  reminder: ({ name, sent_at, assigned_by_email: by }) => ({
    subject: `Reminder: the interview "${isolated(shortened(name, NAME_LENGTH))}" is waiting for you`,
    preview: `It was sent to you on ${longDate(sent_at)}.`,
    title: `“${isolated(shortened(name, NAME_LENGTH))}” is waiting for you`,
    request: `${by} asked you to take the interview “${isolated(name)}”. It was sent to you on ${longDate(sent_at)} (UTC), and is still waiting.`,
  }),
};

/** Writes the e-mails about interviews: assignments and reminders. */
@Injectable()
export class InterviewLetters {
  constructor(private readonly links: AppLinks) {}

  write(of: LetterOf, letter: InterviewLetter): Body {
    const { request, ...beginning } = BEGINNINGS[of.kind](letter);
    const url = this.links.toInterview(of);
    const instruction = url === undefined ? [HOW_TO] : [];
    const { introduction, ...message } = messageOf(letter);
    const body = layOut({
      ...beginning,
      paragraphs: [request, ...topicOf(letter), ...instruction, ...introduction],
      ...message,
      ...(url === undefined
        ? { listing: `GET /api/v1/projects/${of.project_id}/interviews/${of.interview_id}/` }
        : { action: { label: 'Open the interview', url } }),
      ...this.endOf(of, letter),
    });
    const { stop_reminders_token: token } = letter;
    const oneClickStop = token === null ? undefined : this.links.oneClickStop(of, token);
    return oneClickStop === undefined ? body : { ...body, oneClickStop };
  }

  /** The end of the e-mail. That of a reminder says how to stop the reminders. */
  private endOf(of: LetterOf, { stop_reminders_token: token }: InterviewLetter): Ending {
    if (token === null) return { notes: [WHY] };
    const url = this.links.toStopReminders(of, token);
    return url === undefined
      ? { notes: [WHY, `${STOP}: POST /api/v1${stopPath(of, token)}`] }
      : { notes: [WHY], lastLink: { label: STOP, url } };
  }
}

/** The topic, unless the name says it already. */
function topicOf({ name, topic }: InterviewLetter): readonly string[] {
  const about = shortened(topic, TOPIC_LENGTH);
  return about === name ? [] : [`It is about: ${isolated(about)}`];
}

function messageOf({ custom_message: text, assigned_by_email: by }: InterviewLetter) {
  return text.trim() === '' ? { introduction: [] } : { introduction: [`${by} writes:`], quote: text };
}

/** The text on one line, cut to at most `length` characters. */
function shortened(text: string, length: number): string {
  const line = oneLine(text);
  return characters(line) <= length ? line : `${firstCharactersOf(line, length - 1)}…`;
}
