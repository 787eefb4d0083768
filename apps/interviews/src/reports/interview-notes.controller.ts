import { type InterviewNote, type InterviewReference, interviewNotes } from '@pks/contracts';
import { NotFound, type Service, Serves } from '@pks/platform';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';

/** Answers services that show the type and the name of an interview. */
@Serves(interviewNotes)
export class InterviewNotesController implements Service<typeof interviewNotes> {
  constructor(private readonly interviews: InterviewsRepository) {}

  async describe({ project_id, interview_id }: InterviewReference): Promise<InterviewNote> {
    const interview = await this.interviews.find(project_id, interview_id);
    if (!interview) throw new NotFound();
    return { type: interview.type, name: interview.name };
  }
}
