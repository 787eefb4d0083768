import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { AnswerProgress, Caller, FollowAnswer } from '@pks/contracts';
import { Invalid, Json } from '@pks/platform';
import { ConversationsService } from '../conversations/conversations.service.ts';
import { AnswerProgressRepository, type ProgressRow } from './answer-progress.repository.ts';

/** How long a follower waits for something new. Milliseconds. */
const PATIENCE_MS = 5_000;
/** How often a follower checks for new entries. Milliseconds. */
const LOOK_EVERY_MS = 250;

const NOTHING_ASKED = {
  query_id: 0,
  status: 'answered',
  entries: '[]',
  has_more: false,
} as const satisfies ProgressRow;

/** Lets clients follow answers: every replica sees what another one records. */
@Injectable()
export class AnswerFollowing {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly progress: AnswerProgressRepository,
  ) {}

  /**
   * Returns new entries as soon as there are any; none once the question has ended or `PATIENCE_MS` have passed.
   * @throws NotFound also when the conversation is deleted meanwhile; Invalid if entry `after` does not exist yet.
   */
  async follow(request: FollowAnswer, caller: Caller): Promise<Json<AnswerProgress>> {
    await this.conversations.find(request, caller);
    await this.assertWritten(request);
    for (const until = performance.now() + PATIENCE_MS; ; await pause(LOOK_EVERY_MS)) {
      const { query_id, status, entries, has_more } = await this.progressOf(request, caller);
      if (entries !== '[]' || status !== 'answering' || performance.now() > until)
        return new Json(
          `{"query_id":${query_id},"status":"${status}","entries":${entries},"has_more":${has_more}}`,
        );
    }
  }

  /** A client that continued after an entry that does not exist yet would miss all entries up to it without noticing. */
  private async assertWritten(request: FollowAnswer): Promise<void> {
    const { after } = request;
    if (after === 0 || (await this.progress.reaches(request))) return;
    throw Invalid.field('after', `The conversation has no entry ${after} yet.`);
  }

  /** If there is no question, either nothing was asked, or the conversation was deleted, which throws NotFound. */
  private async progressOf(request: FollowAnswer, caller: Caller): Promise<ProgressRow> {
    const progress = await this.progress.after(request);
    if (progress) return progress;
    await this.conversations.find(request, caller);
    return NOTHING_ASKED;
  }
}
