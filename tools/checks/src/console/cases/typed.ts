import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
import { ADMIN, CONTRIBUTOR, demo, test } from '../stage.ts';
import { assigned } from './assigned.ts';
import { held } from './held.ts';

const OTHER = 'other-writer@demo.test';

async function adminId(): Promise<string> {
  return String((await demo.as(ADMIN, '')('/users/me/')).body['id']);
}

/** The paths of the pages on which an admin can write messages, each with the name of its box. */
async function boxesOf(
  authorId: string,
  name: string,
): Promise<readonly (readonly [path: string, label: string])[]> {
  const say = demo.as(ADMIN);
  const idOf = async (path: string, body: unknown): Promise<string> =>
    String((await say(path, body)).body['id']);
  const conversation = await idOf('/playground-conversations/', { name: 'Of the buoys' });
  await say(`/playground-conversations/${conversation}/share/`, {});
  const interview = await assigned(name, { assignee_ids: [authorId], write_scope: 'global' });
  const draft = await idOf('/interview-drafts/', { topic: 'Buoys', questions: ['How?', 'And then?'] });
  const runs = `/interview-drafts/${draft}/test-runs/`;
  return [
    [`/conversations/${conversation}`, 'Your question'],
    [interview, 'Your answer'],
    [runs + (await idOf(runs, {})), 'Your answer'],
  ];
}

test('what is written and not sent is for its author alone, also in the same tab', async (open) => {
  await demo.colleague(ADMIN, OTHER);
  await demo.as(ADMIN)('/users/', { email: OTHER, permissions: ['CAN_PERFORM_ADMIN_ACTIONS'] });
  const authorId = await adminId();
  const admin = await open(ADMIN);
  const { page, context } = admin;
  const signIn = (email: string): Promise<void> => context.addCookies([demo.sessionOf(email)]);
  const boxes = await boxesOf(authorId, 'Setting the buoys');
  for (const [path, label] of boxes) {
    await admin.open(path);
    await admin.fill(label, 'Of the author');
  }
  const keys: unknown = await page.evaluate(
    "[sessionStorage, localStorage].flatMap((kept) => Object.keys(kept).filter((key) => kept.getItem(key) === 'Of the author'))",
  );
  assert.ok(Array.isArray(keys) && keys.length === boxes.length);
  assert.ok(
    keys.every((key) => String(key).includes(authorId)),
    String(keys),
  );
  await signIn(OTHER);
  // Of these pages, only the test run has a box for other users.
  const [run = '', answer = ''] = boxes.at(-1) ?? [];
  await admin.open(run);
  assert.equal(await page.getByLabel(answer).inputValue(), '');
  await signIn(ADMIN);
  for (const [path, label] of boxes) {
    await admin.open(path);
    assert.equal(await page.getByLabel(label).inputValue(), 'Of the author', path);
  }
});

test('what was sent is not in the box again where its page was left meanwhile', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  for (const [path, label] of await boxesOf(await adminId(), 'Lighting the buoys')) {
    const isBack = Promise.withResolvers<void>();
    await page.route(/\/(messages|send_message_stream)\/$/, async (route) => {
      if (route.request().method() === 'POST') await isBack.promise;
      await route.continue();
    });
    await admin.open(path);
    const box = page.getByLabel(label);
    const answers = page.locator('.bubble:not(.mine)');
    const before = await answers.count();
    await box.fill('Sent once.');
    await box.press('Control+Enter');
    await admin.link('Documents').click();
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    await page.goBack();
    await box.waitFor();
    assert.equal(await box.inputValue(), '', path);
    isBack.resolve();
    await admin.counts(answers, before + 1);
    assert.equal(await box.inputValue(), '', path);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a half-written answer of an interview outlives its tab, until it is sent', async (open) => {
  const path = await assigned('Painting the buoys');
  const member = await open(CONTRIBUTOR);
  const { context } = member;
  await member.open(path);
  await member.fill('Your answer', 'First the rust,');
  const next = await context.newPage();
  await member.page.close();
  await next.goto(member.project + path);
  const box = next.getByLabel('Your answer');
  await box.waitFor();
  assert.equal(await box.inputValue(), 'First the rust,');
  await box.press('Control+Enter');
  await next.getByText('And then?').waitFor();
  assert.equal(await box.inputValue(), '');
  const isKept = "Object.values(localStorage).includes('First the rust,')";
  assert.equal(await next.evaluate(isKept), false);
});

test('a date has a year of four digits, however many are typed', async (open) => {
  const admin = await open(ADMIN);
  const held = admin.dialog.getByLabel('When it was held');
  await admin.open('/interviews');
  await admin.button('Import a transcript').click();
  await held.focus();
  await held.pressSequentially('0102123456');
  assert.match(await held.inputValue(), /^\d{4}-01-02$/);
  await admin.answer('Cancel');
  await admin.button('Assign an interview').click();
  const sent = admin.dialog.getByLabel('Send the e-mails at');
  assert.equal(await sent.getAttribute('max'), '9999-12-31T23:59');
});

test('what an input method has not confirmed yet is not sent', async (open) => {
  const { body } = await demo.as(ADMIN)('/playground-conversations/', { name: 'Of the ibis' });
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(`/conversations/${String(body['id'])}`);
  const box = page.getByLabel('Your question');
  const keyboard = await page.context().newCDPSession(page);
  await box.focus();
  await keyboard.send('Input.imeSetComposition', { text: 'とき', selectionStart: 2, selectionEnd: 2 });
  await box.press('Control+Enter');
  assert.equal(await box.inputValue(), 'とき');
  await keyboard.send('Input.insertText', { text: '朱鷺' });
  await box.press('Control+Enter');
  await page.locator('.bubble.mine', { hasText: '朱鷺' }).waitFor();
  assert.equal(await page.locator('.bubble.mine').count(), 1);
});

test('an answer that comes after the interview was finished is said not to be part of it, and can be copied', async (open) => {
  const path = await assigned('Counting the buoys');
  const member = await open(CONTRIBUTOR);
  const { page } = member;
  const unsent = page.getByRole('region', { name: 'Your answer that was not sent' });
  await member.open(path);
  await demo.as(ADMIN)(`${path}/complete/`, {});
  await member.fill('Your answer', 'Forty-two, with the red one.');
  await member.button('Send').click();
  await member.sees('The interview is finished.');
  await unsent.getByText('Forty-two, with the red one.').waitFor();
  await unsent.getByRole('alert').getByText('it is not part of it').waitFor();
  await member.open(path);
  await member.button('Discard it').click();
  await member.answer('Discard');
  await unsent.waitFor({ state: 'detached' });
  await member.open(path);
  await member.sees('The interview is finished.');
  assert.equal(await unsent.count(), 0);
});

test('an interview is not finished while an answer is on its way, and then without what one has typed on', async (open) => {
  const path = await assigned('Moving the buoys');
  const member = await open(CONTRIBUTOR);
  const { page } = member;
  const send = await held(page, '**/messages/');
  await member.open(path);
  await member.fill('Your answer', 'By the crane.');
  await member.button('Send').click();
  await member.sees('Sending…');
  assert.ok(await member.button('Finish the interview').isDisabled());
  send();
  await member.sees('And then?');
  await member.fill('Your answer', 'Not sent, and known to be so.');
  await member.button('Finish the interview').click();
  await member.answer('Finish the interview');
  await member.sees('The interview is finished.');
  assert.equal(await page.getByText('Not sent, and known').count(), 0);
  await page.locator('.bubble.mine', { hasText: 'By the crane.' }).waitFor();
});

test('the next label may be typed while one is being added', async (open) => {
  const id = await demo.upload(ADMIN, 'lamps.md', '# Lamps\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  const send = await held(page, '**/metadata-add/');
  await admin.open(`/documents/${id}`);
  const [key, value] = [page.getByLabel('Key'), page.getByLabel('Value', { exact: true })];
  await key.fill('port');
  await value.fill('red');
  await value.press('Enter');
  await key.fill('starboard');
  await value.fill('green');
  send();
  await admin.button('Remove the label port: red').waitFor();
  assert.deepEqual([await key.inputValue(), await value.inputValue()], ['starboard', 'green']);
  await value.press('Enter');
  await admin.button('Remove the label starboard: green').waitFor();
  await until(
    'the fields are empty',
    async () => (await key.inputValue()) + (await value.inputValue()) === '',
  );
});
