import type { InterviewStatus } from '@pks/contracts';

/** Under which status an interview is counted: `none` for an import without one. */
export type Counted = InterviewStatus | 'none';
