import { strict as assert } from 'node:assert';
import { rows } from '../../smoke/client.ts';
import { ADMIN, CONTRIBUTOR, demo, test } from '../stage.ts';

test('a draft is kept, tried out, continued, and sent', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const draft = page.locator('[role=listitem]', { hasText: 'Fog on the fjord' });
  await admin.open('/interviews');
  await admin.button('Assign an interview').click();
  await admin.fill('What is it about?', 'Fog on the fjord');
  await page.getByLabel('Kind').selectOption('guided-interview');
  await admin.fill('Topics, one a line', 'Radar\nHorns');
  const time = page.getByLabel('Send the e-mails at');
  await time.pressSequentially('1224');
  await admin.dialog.getByRole('button', { name: 'Save as a draft' }).click();
  await page.locator('[name=scheduled_send_at]:focus').waitFor();
  await time.fill('');
  await admin.answer('Save as a draft');
  await admin.sees('The draft is saved.');
  await admin.link('Drafts').click();
  await draft.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('heading', { name: 'Trying “Fog on the fjord”' }).waitFor();
  await admin.fill('Your answer', 'The radar is switched on.');
  await admin.button('Send').click();
  await page.locator('.bubble.mine', { hasText: 'switched on', has: page.locator('time') }).waitFor();
  await page.reload();
  await admin.button('Talk about Radar').click();
  await admin.button('Talk about Radar').waitFor({ state: 'detached' });
  await admin.button('Finish').click();
  await admin.sees('Finished');
  await admin.link('To the drafts').click();
  await draft.getByRole('button', { name: 'Continue' }).click();
  assert.equal(await page.getByLabel('Topics, one a line').inputValue(), 'Radar\nHorns');
  await admin.dialog.getByText(CONTRIBUTOR).click();
  await admin.answer('Assign an interview');
  await admin.sees('1 interview is assigned.');
  await admin.counts(draft, 0);
});

test('what another admin changes of a draft meanwhile stays', async (open) => {
  const say = demo.as(ADMIN);
  const { body } = await say('/interview-drafts/', { topic: 'Tides at the quay', questions: ['When?'] });
  const path = `/interview-drafts/${String(body['id'])}/`;
  const admin = await open(ADMIN);
  await admin.open('/interviews?tab=drafts');
  const draft = admin.page.locator('[role=listitem]', { hasText: 'Tides at the quay' });
  await draft.getByRole('button', { name: 'Continue' }).click();
  await say(path, { questions: ['Of the others?'], campaign_name: 'Of the others' }, 'PATCH');
  await admin.fill('A word to them', 'Thank you.');
  await admin.answer('Save as a draft');
  const { custom_message, questions, campaign } = (await say(path)).body;
  assert.deepEqual(
    { custom_message, questions, campaign },
    {
      custom_message: 'Thank you.',
      questions: ['Of the others?'],
      campaign: { id: null, name: 'Of the others' },
    },
  );
});

for (const [what, button] of [
  ['saved', 'Save as a draft'],
  ['assigned', 'Assign an interview'],
] as const) {
  test(`what is written into a draft that is deleted meanwhile stays, and is ${what} when one asks again`, async (open) => {
    const say = demo.as(ADMIN);
    const topic = `Lights of the harbour, ${what}`;
    const { body } = await say('/interview-drafts/', { topic });
    const admin = await open(ADMIN);
    const { page } = admin;
    await admin.open('/interviews?tab=drafts');
    const draft = page.locator('[role=listitem]', { hasText: topic });
    await draft.getByRole('button', { name: 'Continue' }).click();
    await admin.fill('Questions, one a line', 'Which one is broken?');
    await admin.dialog.getByText('member@demo.test').click();
    await say(`/interview-drafts/${String(body['id'])}/`, undefined, 'DELETE');
    const submit = admin.dialog.getByRole('button', { name: button });
    await submit.click();
    await admin.dialog.getByRole('alert').getByText('The draft was deleted or sent meanwhile.').waitFor();
    assert.equal(await admin.dialog.getByLabel('Questions').inputValue(), 'Which one is broken?');
    await admin.answer(button);
    await admin.sees(what === 'saved' ? 'The draft is saved.' : '1 interview is assigned.');
    const list = what === 'saved' ? '/interview-drafts/' : `/interviews/?text=${encodeURIComponent(topic)}`;
    assert.ok(rows(await say(list)).some(({ name, topic: about }) => [name, about].includes(topic)));
  });
}
