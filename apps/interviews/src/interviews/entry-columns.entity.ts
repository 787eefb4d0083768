import type { ChatEntry } from '@pks/contracts';
import { Column } from 'typeorm';

/** What the interviewer or the assignee says. */
export type Line = Pick<EntryColumns, 'role' | 'content' | 'topicIndex'>;

/** The columns of an entry of any transcript. Entries are never changed. */
export abstract class EntryColumns {
  @Column('uuid')
  readonly id!: string;

  @Column('text')
  readonly role!: ChatEntry['role'];

  @Column('text')
  readonly content!: string;

  @Column('integer', { name: 'topic_index', nullable: true })
  readonly topicIndex!: number | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  /** The entry as the API shows it (decisions 6). */
  get view(): ChatEntry {
    const { id, role, content, createdAt, topicIndex: topic_index } = this;
    return { id, role, content, type: 'message', timestamp: createdAt.toISOString(), topic_index };
  }
}
