import { Injectable } from '@nestjs/common';
import { type Caller, standings } from '@pks/contracts';
import { BusClient, ParticipantsRepository } from '@pks/platform';
import type { Question } from './question.entity.ts';

/** Who asked, where there is no request of theirs any more. */
@Injectable()
export class Askers {
  constructor(
    private readonly bus: BusClient,
    private readonly participants: ParticipantsRepository,
  ) {}

  /** The caller who asked a question, with what they may do in its project now. */
  async callerOf(question: Question): Promise<Caller> {
    const { projectId, askedById: user_id, askedByKind: kind, credentialId: credential_id } = question;
    const email = await this.participants.emailOf(projectId, user_id);
    const standing = await this.bus.call(standings.calls.of, { project_id: projectId, user_id });
    const { permissions, artifact_publish_mode } = standing;
    const project = { id: projectId, permissions, artifact_publish_mode };
    return { user_id, email, kind, credential_id, project, organization: null };
  }
}
