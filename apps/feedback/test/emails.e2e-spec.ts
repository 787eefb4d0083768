import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailChanged, signals } from '@pks/contracts';
import { EmailChanges } from '@pks/platform';
import { type RunningFeedback, aViewerBeside, anAdmin, runningFeedback } from './running-feedback.ts';

let running: RunningFeedback;
beforeAll(async () => {
  running = await runningFeedback();
});
afterAll(() => running.stop());

/** Delivers the event that a user’s e-mail changed, that many milliseconds from now. */
function change(
  user_id: string,
  email: string,
  laterMs = 0,
  previous: { previous_email?: string } = {},
): Promise<void> {
  const at = new Date(Date.now() + laterMs);
  const { subject, payload } = emailChanged.of({ user_id, email, changed_at: at.toISOString(), ...previous });
  const event = { id: randomUUID(), subject, payload, occurredAt: at, requestId: 'request' };
  return running.get(EmailChanges).consume(event, running.once);
}

describe('the e-mail of the user who gave or closed a signal', () => {
  it('is their current one, in every project, and can be searched for', async () => {
    const [admin, other] = [anAdmin(), anAdmin()];
    const ben = aViewerBeside(admin);
    const elsewhere = aViewerBeside(other, { user_id: ben.user_id, email: ben.email });
    const { id } = await running.submit(ben);
    await running.submit(elsewhere);
    await running.call(signals.calls.update, { signal_id: id, status: 'reviewed' }, ben);
    await change(ben.user_id, 'new@example.test');
    const user = { id: ben.user_id, email: 'new@example.test' };
    for (const caller of [admin, other]) {
      const { results } = await running.call(signals.calls.list, { search: 'NEW@' }, caller);
      expect(results).toMatchObject([{ given_by: user }]);
      expect((await running.call(signals.calls.list, { search: ben.email }, caller)).count).toBe(0);
    }
    expect(await running.call(signals.calls.get, { signal_id: id }, admin)).toMatchObject({
      reviewed_by: user,
    });
  });

  it('stays the later one when changes arrive out of order, and when an older credential is still in use', async () => {
    const admin = anAdmin();
    const ben = aViewerBeside(admin);
    await running.submit(ben);
    await change(ben.user_id, 'second@example.test', 2_000);
    await change(ben.user_id, 'first@example.test', 1_000);
    expect((await running.submit(ben)).given_by.email).toBe('second@example.test');
  });

  it('is the new one also where this service’s clock was ahead when it got to know the one before', async () => {
    const admin = anAdmin();
    const ben = aViewerBeside(admin);
    const { id } = await running.submit(ben);
    const ahead = `UPDATE feedback.participants SET known_at = now() + interval '5 minutes' WHERE user_id = $1`;
    await running.session.rows(ahead, [ben.user_id]);
    await change(ben.user_id, 'new@example.test', 0, { previous_email: ben.email });
    expect(await running.call(signals.calls.get, { signal_id: id }, admin)).toMatchObject({
      given_by: { email: 'new@example.test' },
    });
  });
});
