import { Injectable } from '@nestjs/common';
import type { Caller } from '@pks/contracts';
import { ParticipantsRepository } from '@pks/platform';
import { CallerStanding } from '../runs/caller-standing.ts';
import type { Question } from './question.entity.ts';

/** Looks up who asked a question whose request has ended. */
@Injectable()
export class Askers {
  constructor(
    private readonly standing: CallerStanding,
    private readonly participants: ParticipantsRepository,
  ) {}

  /** The caller who asked a question, with their current permissions in its project. */
  async callerOf(question: Question): Promise<Caller> {
    const { projectId, askedById: user_id, askedByKind: kind, credentialId: credential_id } = question;
    const email = await this.participants.emailOf(projectId, user_id);
    const project = await this.standing.now(projectId, user_id);
    return { user_id, email, kind, credential_id, project, organization: null };
  }
}
