import { Integer, Nested } from '../kit/fields.ts';

/** The number of signals of each status. */
export class StatusCounts {
  @Integer()
  readonly to_review!: number;

  @Integer()
  readonly reviewed!: number;

  @Integer()
  readonly dismissed!: number;
}

/** The number of signals of each sentiment. */
export class SentimentCounts {
  @Integer()
  readonly positive!: number;

  @Integer()
  readonly negative!: number;

  @Integer()
  readonly neutral!: number;

  @Integer({ description: 'Negative or neutral.' })
  readonly actionable!: number;
}

/** How many signals the caller may read, by status and by sentiment. */
export class SignalCounts {
  @Integer()
  readonly total!: number;

  @Nested(StatusCounts)
  readonly status!: StatusCounts;

  @Nested(SentimentCounts)
  readonly sentiment!: SentimentCounts;

  @Integer({ description: 'Open signals.' })
  readonly to_review!: number;

  @Integer({ description: 'Reviewed signals.' })
  readonly reviewed!: number;

  @Integer({
    description: 'Conversations with an open signal, without archived ones.',
  })
  readonly conversations_to_review!: number;

  @Integer({ description: 'Conversations that have signals, none of them open, without archived ones.' })
  readonly conversations_reviewed!: number;

  @Integer({ description: 'Open signals that have no conversation.' })
  readonly ungrouped_to_review!: number;

  @Integer({ description: 'Closed signals that have no conversation.' })
  readonly ungrouped_reviewed!: number;
}
