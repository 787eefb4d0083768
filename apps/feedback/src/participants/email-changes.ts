import { emailChanged } from '@pks/contracts';
import { type Consumer, Consumes, type Occurred, type Once } from '@pks/platform';
import { ParticipantsRepository } from './participants.repository.ts';

/** So many projects of somebody are changed in a transaction. */
const BATCH = 500;

/** Gives participants the e-mail that they have now. */
@Consumes('emails', emailChanged)
export class EmailChanges implements Consumer<typeof emailChanged> {
  constructor(private readonly participants: ParticipantsRepository) {}

  /** A few projects at a time; a repetition goes on where another one stopped. */
  async consume({ payload }: Occurred<typeof emailChanged>, once: Once): Promise<void> {
    const { user_id, email, changed_at } = payload;
    const rename = (): Promise<number> =>
      this.participants.rename(user_id, email, new Date(changed_at), BATCH);
    while ((await rename()) === BATCH);
    await once(async () => void (await rename()));
  }
}
