import { InterviewReference } from '../interviews/interviews.contract.ts';
import { contract, rpc } from '../kit/contract.ts';
import { Text } from '../kit/fields.ts';
import { ArtifactVersion } from './versions.contract.ts';

/** Writes a completed interview to an artifact. */
export class WriteInterview extends InterviewReference {
  @Text({ max: 255, description: 'The slug of an artifact of the technical type `markdown`.' })
  readonly slug!: string;
}

/** Interviews whose edits write to the project's knowledge: those of the `write_scope` `global` (api.md, Interview). */
export const interviewWriting = contract('knowledge.interview-writing', {
  /** Once per interview and artifact: again, it returns the version that was appended the first time. */
  write: rpc(WriteInterview).by('admin').returns(ArtifactVersion),
});
