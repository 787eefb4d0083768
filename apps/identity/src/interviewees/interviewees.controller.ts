import {
  type AssignableUsers,
  type FindInterviewees,
  type InProject,
  type Interviewees,
  interviewees,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { IntervieweesRepository } from './interviewees.repository.ts';

@Serves(interviewees)
export class IntervieweesController implements Service<typeof interviewees> {
  constructor(private readonly interviewees: IntervieweesRepository) {}

  assignable({ project_id }: InProject): Promise<AssignableUsers> {
    return this.interviewees.assignable(project_id);
  }

  find(request: FindInterviewees): Promise<Interviewees> {
    return this.interviewees.find(request);
  }
}
