import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { AnswerProgress, Caller, FollowAnswer } from '@pks/contracts';
import { Json } from '@pks/platform';
import { ConversationsService } from '../conversations/conversations.service.ts';
import { AnswerProgressRepository, type ProgressRow } from './answer-progress.repository.ts';

/** How long a follower waits for something new. Milliseconds. */
const PATIENCE_MS = 5_000;
/** How often it looks. Milliseconds. */
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
   * What is new, as soon as there is something; nothing when nothing comes for some seconds.
   * @throws NotFound also when the conversation is deleted meanwhile.
   */
  async follow(request: FollowAnswer, caller: Caller): Promise<Json<AnswerProgress>> {
    await this.conversations.find(request, caller);
    for (const until = Date.now() + PATIENCE_MS; ; await pause(LOOK_EVERY_MS)) {
      const { query_id, status, entries, has_more } = await this.progressOf(request, caller);
      if (entries !== '[]' || status !== 'answering' || Date.now() > until)
        return new Json(
          `{"query_id":${query_id},"status":"${status}","entries":${entries},"has_more":${has_more}}`,
        );
    }
  }

  /** Where there is no question, either nothing was asked, or the conversation is gone. */
  private async progressOf(request: FollowAnswer, caller: Caller): Promise<ProgressRow> {
    const progress = await this.progress.after(request);
    if (progress) return progress;
    await this.conversations.find(request, caller);
    return NOTHING_ASKED;
  }
}
