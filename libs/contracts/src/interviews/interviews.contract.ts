import { contract, nothing, pageWith, rpc } from '../kit/contract.ts';
import { OneOf, Text, Uuid } from '../kit/fields.ts';
import { FoundInTranscriptsCount } from '../kit/found.ts';
import { InProject, ProjectPage } from '../requests.ts';
import { INTERVIEW_TYPES, Interview, InterviewSummary, type InterviewType } from './interview-views.ts';

/** A page of the interviews that the caller may read. */
export class ListInterviews extends ProjectPage {
  @OneOf(['me'], { optional: true, description: 'Only interviews that are assigned to the caller.' })
  readonly assigned_to?: 'me';

  @Text({
    max: 255,
    blank: true,
    default: '',
    description: 'One or more of `pending`, `in_progress`, `completed`, separated by commas.',
  })
  readonly status!: string;

  @Text({
    max: 255,
    blank: true,
    default: '',
    description: 'Part of the name or the transcript, ignoring case.',
  })
  readonly text!: string;

  @Uuid({ optional: true, description: 'The id of a campaign.' })
  readonly campaign?: string;

  @OneOf(INTERVIEW_TYPES, { optional: true })
  readonly type?: InterviewType;
}

/** A request about one interview of a project. */
export class InterviewReference extends InProject {
  @Uuid()
  readonly interview_id!: string;
}

/** Interviews of a project: admins see all, others those assigned to or created by them (api.md Interviews, decisions 6). */
export const interviews = contract('interviews.interviews', {
  list: rpc(ListInterviews).by('view').returns(pageWith(InterviewSummary, FoundInTranscriptsCount)),
  get: rpc(InterviewReference).by('view').returns(Interview),
  remove: rpc(InterviewReference).by('admin').returns(nothing),
});
