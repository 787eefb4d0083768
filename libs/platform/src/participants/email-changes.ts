import { emailChanged } from '@pks/contracts';
import { type Consumer, Consumes, type Occurred, type Once } from '../events/consumes.ts';
import { ParticipantsRepository } from './participants.repository.ts';

/** The most projects of a user that one transaction changes. */
const BATCH = 500;

/** Updates the e-mails of participants. A service with participants lists this class among its controllers. */
@Consumes('emails', emailChanged)
export class EmailChanges implements Consumer<typeof emailChanged> {
  constructor(private readonly participants: ParticipantsRepository) {}

  /** Updates a bounded number of projects at a time; a redelivery continues where the last attempt stopped. */
  async consume({ payload }: Occurred<typeof emailChanged>, once: Once): Promise<void> {
    const { user_id: user, email, previous_email: previous = null, changed_at } = payload;
    const change = { user, email, previous, since: new Date(changed_at) };
    const rename = (): Promise<number> => this.participants.rename(change, BATCH);
    while ((await rename()) === BATCH);
    await once(async () => void (await rename()));
  }
}
