import { job } from '@pks/platform';
import { InterviewJob } from '../reminders/interview-jobs.ts';

/** Parses the transcript of an import. */
export const transcriptParsing = job('transcript-parsing', InterviewJob);
