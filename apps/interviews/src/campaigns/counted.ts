import type { InterviewStatus } from '@pks/contracts';

/** The status under which an interview is counted; `none` for an import without a status. */
export type Counted = InterviewStatus | 'none';
