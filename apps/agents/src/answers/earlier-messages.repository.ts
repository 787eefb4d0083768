import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import type { Asked } from './answerer.ts';
import type { EarlierMessage } from './history.ts';

/** The most messages read: those of about half as many questions. */
const MOST_MESSAGES = 40;

interface Before {
  readonly project_id: string;
  readonly conversation_id: string;
  readonly query_id: number;
}

const EARLIER = statement<EarlierMessage, Before>(
  'conversation_entries_earlier',
  `SELECT e.query_id, e.role, e.content FROM conversation_entries e
    WHERE e.project_id = :project_id AND e.conversation_id = :conversation_id AND e.type = 'message'
      AND e.query_id < :query_id
    ORDER BY e.query_id DESC, e.number DESC LIMIT ${MOST_MESSAGES}`,
);

/** Reads the messages before a question. */
@Injectable()
export class EarlierMessagesRepository {
  constructor(private readonly database: Database) {}

  /** The last messages before a question, oldest first. */
  async before({
    projectId: project_id,
    conversationId: conversation_id,
    number: query_id,
  }: Pick<Asked, 'projectId' | 'conversationId' | 'number'>): Promise<readonly EarlierMessage[]> {
    const rows = await this.database.rows(EARLIER, { project_id, conversation_id, query_id });
    return rows.reverse();
  }
}
