import { Flag, Integer, ListOf, Nested, OneOf, Timestamp, Uuid, Uuids, Words } from '../kit/fields.ts';

/** The progress of a test run of a draft (decisions 6). */
export const TEST_RUN_STATUSES = ['pending', 'in_progress', 'completed', 'abandoned'] as const;
/** The progress of one test run. */
export type TestRunStatus = (typeof TEST_RUN_STATUSES)[number];

/** The conversation with an assistant in which something was made (api.md, `source_session`). */
export class SourceSession {
  @Words()
  readonly kind!: string;

  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;
}

/** A change of the topic in a test run, out of order. */
export class TopicJump {
  @Uuid()
  readonly from_topic_id!: string;

  @Uuid()
  readonly to_topic_id!: string;

  @Integer()
  readonly at_message_count!: number;
}

/** A test run of a draft (api.md, Test run). */
export class TestRun {
  @Uuid()
  readonly id!: string;

  @OneOf(TEST_RUN_STATUSES)
  readonly status!: TestRunStatus;

  @Words({ description: 'Blank if the draft does not specify a language either.' })
  readonly language!: string;

  @Integer({ description: 'The index of the topic, from 0, or of the question if the draft has no topics.' })
  readonly started_from_topic_index!: number;

  @Words({ description: 'The title of that topic or question.' })
  readonly started_from_topic_title!: string;

  @Uuids()
  readonly skipped_topic_ids!: readonly string[];

  @ListOf(TopicJump)
  readonly jumps!: readonly TopicJump[];

  @Integer()
  readonly message_count!: number;

  @Flag({
    description:
      'Whether the draft has changed since. The run continues with the draft as it was when the run began.',
  })
  readonly draft_changed_since_start!: boolean;

  @Words({
    description: 'The page on which the interview is taken; a path if no `PUBLIC_BASE_URL` is configured.',
  })
  readonly interview_url!: string;

  @Nested(SourceSession, { nullable: true })
  readonly draft_source_session!: SourceSession | null;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly updated_at!: string;
}
