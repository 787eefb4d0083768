import { job } from '@pks/platform';
import { InterviewJob } from '../reminders/interview-jobs.ts';

/** The transcript of an import has to be parsed. */
export const transcriptParsing = job('transcript-parsing', InterviewJob);
