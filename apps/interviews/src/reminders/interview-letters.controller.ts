import { type InterviewLetterNow, type ReadInterviewLetter, interviewLetters, timeOf } from '@pks/contracts';
import { ParticipantsRepository, type Service, Serves } from '@pks/platform';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import type { Interview, LetterContent } from '../interviews/interview.entity.ts';
import { PresentAssignees, mayTake } from './present-assignees.ts';
import { StopTokens } from './stop-tokens.ts';

/** The content of an e-mail about an interview, with the address of its assignee. */
type Addressed = LetterContent & { readonly to: string };

/** Answers with the content of e-mails about interviews. */
@Serves(interviewLetters)
export class InterviewLettersController implements Service<typeof interviewLetters> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly tokens: StopTokens,
    private readonly present: PresentAssignees,
  ) {}

  /** An e-mail may have waited for long, so it gets the current content and the assignee's current address. Only reminders get a token that stops them. */
  async read(request: ReadInterviewLetter): Promise<InterviewLetterNow> {
    const { project_id, interview_id, kind } = request;
    const of = { project_id, interview_id };
    const interview = await this.interviews.find(project_id, interview_id);
    const content = interview && (await this.contentOf(interview, request));
    if (!content) return { letter: null };
    const { assignedById, ...letter } = content;
    const assigned_by_email = await this.participants.emailOf(project_id, assignedById);
    const stop_reminders_token = kind === 'reminder' ? this.tokens.of(of) : null;
    return { letter: { ...letter, assigned_by_email, stop_reminders_token } };
  }

  private async contentOf(interview: Interview, request: ReadInterviewLetter): Promise<Addressed | null> {
    const { assigned_to } = request;
    if (isOutdated(interview, request)) return null;
    const content = interview.letterTo(assigned_to);
    const assignee = content ? await this.present.of(interview) : undefined;
    return content && assignee && mayTake(assignee) ? { ...content, to: assignee.email } : null;
  }
}

/** Whether a later reminder was due since, or the schedule was stopped; a reminder by hand does not depend on the schedule. */
function isOutdated(interview: Interview, { reminded_at, by_hand = false }: ReadInterviewLetter): boolean {
  if (reminded_at === undefined) return false;
  const at = timeOf(reminded_at);
  return interview.isRemindedAfter(at) || (!by_hand && interview.isStoppedAfter(at));
}
