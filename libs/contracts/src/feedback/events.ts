import { event } from '../kit/event.ts';
import { Email, OneOf, Text, Timestamp, Uuid } from '../kit/fields.ts';
import { InProject } from '../requests.ts';
import { SENTIMENTS, SIGNAL_STATUSES, type Sentiment, type SignalStatus } from './signals.contract.ts';

/** The length of a signal's excerpt in events. Characters. */
export const EXCERPT_LENGTH = 200;

/** A user submitted feedback about the content of a project. */
export class SignalSubmitted extends InProject {
  @Uuid()
  readonly signal_id!: string;

  @Uuid()
  readonly given_by!: string;

  @Email()
  readonly given_by_email!: string;

  @OneOf(SENTIMENTS)
  readonly sentiment!: Sentiment;

  /** The beginning of the text. */
  @Text({ blank: true, max: EXCERPT_LENGTH + 1 })
  readonly excerpt!: string;

  @Timestamp()
  readonly submitted_at!: string;
}
/** Announces a submitted signal, in the transaction that stores it. */
export const signalSubmitted = event('feedback.event.signal-submitted', SignalSubmitted);

/** An open signal was reviewed or dismissed. */
export class SignalClosed extends InProject {
  @Uuid()
  readonly signal_id!: string;

  @Uuid()
  readonly given_by!: string;

  /** The user or service account that closed it. */
  @Uuid()
  readonly closed_by!: string;

  @OneOf(SIGNAL_STATUSES)
  readonly status!: SignalStatus;

  /** The beginning of the text. */
  @Text({ blank: true, max: EXCERPT_LENGTH + 1 })
  readonly excerpt!: string;

  @Timestamp()
  readonly closed_at!: string;
}
/** Announces that an open signal was closed, in the transaction that closes it. */
export const signalClosed = event('feedback.event.signal-closed', SignalClosed);
