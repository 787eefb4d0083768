import { type InterviewLetterNow, type ReadInterviewLetter, interviewLetters } from '@pks/contracts';
import { ParticipantsRepository, type Service, Serves } from '@pks/platform';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { StopTokens } from './stop-tokens.ts';

/** Answers with the content of e-mails about interviews. */
@Serves(interviewLetters)
export class InterviewLettersController implements Service<typeof interviewLetters> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly tokens: StopTokens,
  ) {}

  /** Only a reminder carries the token that stops them. */
  async read({ kind, assigned_to, ...of }: ReadInterviewLetter): Promise<InterviewLetterNow> {
    const { project_id, interview_id } = of;
    const interview = await this.interviews.read(project_id, interview_id);
    const content = interview?.letterTo(assigned_to);
    if (!content) return { letter: null };
    const { assignedById, ...letter } = content;
    const assigned_by_email = await this.participants.emailOf(project_id, assignedById);
    const stop_reminders_token = kind === 'reminder' ? this.tokens.of(of) : null;
    return { letter: { ...letter, assigned_by_email, stop_reminders_token } };
  }
}
