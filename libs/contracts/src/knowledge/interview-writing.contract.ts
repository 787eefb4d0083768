import { InterviewReference } from '../interviews/interviews.contract.ts';
import { contract, rpc } from '../kit/contract.ts';
import { Text } from '../kit/fields.ts';
import { ArtifactVersion } from './versions.contract.ts';

/** Writes a completed interview to an artifact. */
export class WriteInterview extends InterviewReference {
  @Text({ max: 255, description: 'The slug of an artifact of the technical type `markdown`.' })
  readonly slug!: string;
}

/** The writing of interviews with the `write_scope` `global` to the project's knowledge (api.md, Interview). */
export const interviewWriting = contract('knowledge.interview-writing', {
  /** Appends one version per interview and artifact: a repeated call returns the version of the first. */
  write: rpc(WriteInterview).by('admin').returns(ArtifactVersion),
});
