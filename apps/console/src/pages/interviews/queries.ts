/** Identifies an interview of a project. */
export interface Of {
  readonly projectId: string;
  readonly interviewId: string;
}

export const keyOf = ({ projectId, interviewId }: Of): readonly string[] => [
  'interviews',
  projectId,
  'one',
  interviewId,
];

export const pathOf = ({ projectId, interviewId }: Of): { project_id: string; interview_id: string } => ({
  project_id: projectId,
  interview_id: interviewId,
});
