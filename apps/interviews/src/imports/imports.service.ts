import { Injectable } from '@nestjs/common';
import {
  type Caller,
  type ImportInterview,
  type Interview as InterviewView,
  type MeetingInfo,
  timeOf,
} from '@pks/contracts';
import { Clock, Database, Invalid, Jobs, ParticipantsRepository } from '@pks/platform';
import { CampaignOpening } from '../campaigns/campaign-opening.ts';
import { InterviewCounts } from '../interviews/interview-counts.ts';
import { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { transcriptParsing } from './import-jobs.ts';
import { fitsLists } from './meeting-size.ts';
import { TranscriptsRepository } from './transcripts.repository.ts';

const MINUTE_MS = 60_000;
const TOO_LARGE = '`participants` and `meeting_info` may take 16 KiB together: shorten them.';

/**
 * Imports interviews that took place elsewhere (decisions 6): a job parses the transcript. A transaction takes its locks in this
 * order: the participants, the campaign, the totals. The interview is new, so nobody waits for its lock.
 */
@Injectable()
export class ImportsService {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly transcripts: TranscriptsRepository,
    private readonly counts: InterviewCounts,
    private readonly campaigns: CampaignOpening,
    private readonly participants: ParticipantsRepository,
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Creates the interview, without a status until its transcript is parsed. @throws Invalid if `participants` and `meeting_info` are too large. */
  create(request: ImportInterview, caller: Caller): Promise<InterviewView> {
    const { project_id, participants, meeting_info } = request;
    if (!fitsLists(participants, meeting_info)) throw Invalid.field('participants', TOO_LARGE);
    return this.database.transaction(async () => {
      const now = this.clock.now();
      await this.participants.keep(project_id, caller);
      const campaign = await this.campaigns.open(request, now);
      const interview = importOf(request, caller, campaign.id, now);
      await this.interviews.insert([interview]);
      await this.parseLater(interview, request);
      await this.counts.added([interview], { campaigns: campaign.isNew ? 1 : 0 });
      return this.interviews.view(project_id, interview.id, caller);
    });
  }

  /** Each transcript already waiting in its project delays a new one as if it had come a minute later: other projects go first, but not for ever. */
  private async parseLater(
    { projectId: project_id, id: interview_id, createdAt }: Interview,
    { transcript, format }: ImportInterview,
  ): Promise<void> {
    const before = await this.transcripts.waiting(project_id);
    await this.transcripts.insert(project_id, interview_id, transcript, format ?? null);
    const priority = -(Math.floor(createdAt.getTime() / MINUTE_MS) + before);
    await this.jobs.add(transcriptParsing, { project_id, interview_id }, { key: interview_id, priority });
  }
}

function importOf(
  request: ImportInterview,
  caller: Caller,
  campaignId: string | null,
  createdAt: Date,
): Interview {
  const { project_id, name, participants, interview_date = null, meeting_info = null } = request;
  return Interview.import({
    projectId: project_id,
    name:
      name ?? (interview_date === null ? 'Imported interview' : `Imported interview of ${interview_date}`),
    campaignId,
    createdById: caller.user_id,
    meetingInfo: meeting_info === null ? null : normalized(meeting_info),
    participants,
    interview_date,
    createdAt,
  });
}

/** The meeting with its time in the form of responses. */
function normalized({ meeting_id, started_at, ...meeting }: MeetingInfo): MeetingInfo {
  return { meeting_id, started_at: timeOf(started_at).toISOString(), ...meeting };
}
