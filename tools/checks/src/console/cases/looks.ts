import { strict as assert } from 'node:assert';
import { ADMIN, demo, test } from '../stage.ts';

test('what is said of an interview is what is new, not how long ago the rest was', async (open) => {
  const admin = await open(ADMIN);
  await admin.open(`/interviews/${await demo.firstOf(ADMIN, '/interviews/?limit=1')}`);
  assert.equal(await admin.page.getByRole('log').getAttribute('aria-relevant'), 'additions');
});
