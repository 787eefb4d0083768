import { strict as assert } from 'node:assert';
import { ADMIN, demo, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';
import { held } from './held.ts';

test('what is typed into an artifact while it is being saved stays, and is saved as the version after it', async (open) => {
  const path = await artifactWith('Fenders', '# Fenders\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  const content = page.getByLabel('Content');
  await admin.open(`${path}?tab=edit`);
  await content.fill('# Fenders\n\nSent.\n');
  await admin.fill('What changed, and why', 'Slowly');
  const letGo = await held(page, '**/versions/');
  const isSent = page.waitForRequest('**/versions/');
  await admin.button('Save as a new version').click();
  await isSent;
  await content.fill('# Fenders\n\nSent, and typed since.\n');
  letGo();
  await admin.sees('Saved as version 3, without what you have typed since.');
  assert.equal(await content.inputValue(), '# Fenders\n\nSent, and typed since.\n');
  await admin.button('Save as a new version').click();
  await admin.sees('Saved as version 4.');
  await page.waitForURL('**?tab=read');
  const versions = await Promise.all([3, 4].map((n) => demo.as(ADMIN)(`${path}/?version=${n}`)));
  assert.deepEqual(
    versions.map(({ body }) => body['payload']),
    ['# Fenders\n\nSent.\n', '# Fenders\n\nSent, and typed since.\n'],
  );
});

test('what a dialog was answered with is neither changed nor cancelled while it is under way', async (open) => {
  const admin = await open(ADMIN);
  const { page, dialog } = admin;
  const topic = dialog.getByLabel('What is it about?');
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await page.route('**/interview-drafts/', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 400, json: { error: 'Not now.' } }),
  );
  await admin.open('/interviews');
  await admin.button('Assign an interview').click();
  await topic.fill('Anchors');
  const letGo = await held(page, '**/interview-drafts/');
  await dialog.getByRole('button', { name: 'Save as a draft' }).click();
  await dialog.locator('[inert]').waitFor();
  await page.keyboard.type('aweigh');
  await page.keyboard.press('Escape');
  assert.ok(await cancel.isDisabled());
  letGo();
  await admin.sees('Not now.');
  await dialog.locator('button:focus', { hasText: 'Save as a draft' }).waitFor();
  assert.equal(await topic.inputValue(), 'Anchors');
  await admin.answer('Cancel');
});

test('a dialog can be closed where what it was answered with takes too long', async (open) => {
  const topic = 'Windlasses';
  const admin = await open(ADMIN);
  const { page, dialog } = admin;
  await page.clock.install();
  await admin.open('/interviews');
  await admin.button('Assign an interview').click();
  await dialog.getByLabel('What is it about?').fill(topic);
  const letGo = await held(page, '**/interview-drafts/');
  await dialog.getByRole('button', { name: 'Save as a draft' }).click();
  await dialog.locator('[inert]').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled());
  await page.clock.fastForward('00:11');
  await admin.sees('This takes longer than usual.');
  const [close, sight] = await Promise.all([
    dialog.getByRole('button', { name: 'Close' }).boundingBox(),
    page.locator('.modal').boundingBox(),
  ]);
  assert.ok(close && sight && close.y + close.height <= sight.y + sight.height, 'it is out of sight');
  await admin.answer('Close');
  await dialog.waitFor({ state: 'detached' });
  await admin.button('Assign an interview').click();
  await dialog.getByLabel('What is it about?').fill('Capstans of iron');
  letGo();
  await admin.sees('The draft is saved.');
  assert.equal(await dialog.getByLabel('What is it about?').inputValue(), 'Capstans of iron');
  await page.unrouteAll();
  await admin.open('/interviews?tab=drafts');
  await admin.sees(topic);
});

test('what fails once its dialog is closed is told, and what fails in the dialog is said there', async (open) => {
  const admin = await open(ADMIN);
  const { page, dialog } = admin;
  const why = 'There are enough drafts.';
  const told = page.locator('.toast', { hasText: why });
  const refusal = { status: 400, json: { error: why } };
  await page.clock.install();
  await admin.open('/interviews');
  await admin.button('Assign an interview').click();
  await dialog.getByLabel('What is it about?').fill('Sheepshanks');
  await page.route('**/interview-drafts/', (route) => route.fulfill(refusal));
  await dialog.getByRole('button', { name: 'Save as a draft' }).click();
  await dialog.getByRole('alert').getByText(why).waitFor();
  assert.equal(await told.count(), 0);
  await page.unrouteAll();
  const { promise: mayFail, resolve: fail } = Promise.withResolvers<void>();
  await page.route('**/interview-drafts/', async (route) => {
    await mayFail;
    await route.fulfill(refusal);
  });
  await dialog.getByRole('button', { name: 'Save as a draft' }).click();
  await dialog.locator('[inert]').waitFor();
  await page.clock.fastForward('00:11');
  await admin.answer('Close');
  fail();
  await told.waitFor();
});

test('an invitation is kept by a button that says so', async (open) => {
  const email = 'kept@elsewhere.test';
  await demo.as(ADMIN)('/invites/invite/', { email, permissions: ['CAN_VIEW_DATA'] });
  const admin = await open(ADMIN);
  await admin.open('/members');
  const invite = admin.page.getByRole('list', { name: 'Invited, not joined yet' }).getByRole('listitem');
  await invite.filter({ hasText: email }).getByRole('button', { name: 'Cancel the invitation' }).click();
  assert.equal(await admin.dialog.getByRole('button', { name: 'Cancel', exact: true }).count(), 0);
  await admin.answer('Keep it');
  await invite.filter({ hasText: email }).waitFor();
});

test('who has left the page meanwhile is not pulled back to what was saved', async (open) => {
  const path = await artifactWith('Bollards', '# Bollards\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', '# Bollards\n\nSlowly.\n');
  await admin.fill('What changed, and why', 'Slowly');
  const letGo = await held(page, '**/versions/');
  await admin.button('Save as a new version').click();
  await admin.link('Documents').click();
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
  letGo();
  await admin.sees('Saved as version 3.');
  await admin.hasLoaded();
  assert.match(page.url(), /\/documents$/);
});

test('what another thing leads to, once it is there, leaves open what is being written in a dialog', async (open) => {
  const topic = 'Setting the moorings';
  await demo.as(ADMIN)('/interview-drafts/', { topic, questions: ['How?'] });
  const admin = await open(ADMIN);
  const { page, dialog } = admin;
  await admin.open('/interviews?tab=drafts');
  const draft = page.locator('.rows-row', { hasText: topic });
  const letGo = await held(page, '**/test-runs/');
  const begun = page.waitForResponse('**/test-runs/');
  const tryOut = draft.getByRole('button', { name: 'Try it' });
  await tryOut.click();
  await draft.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('What is it about?').fill(`${topic}, of wood`);
  letGo();
  await begun;
  await draft.locator('button:not([data-pending])', { hasText: 'Try it' }).waitFor();
  assert.equal(await dialog.getByLabel('What is it about?').inputValue(), `${topic}, of wood`);
});

test('who is writing when somebody else saves goes on writing, and compares when they want to', async (open) => {
  const other = 'other-capstans@demo.test';
  await demo.colleague(ADMIN, other);
  await demo.as(ADMIN)('/users/', { email: other, permissions: ['CAN_PERFORM_ADMIN_ACTIONS'] });
  const path = await artifactWith('Capstans', '# Capstans\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  const content = page.getByLabel('Content');
  const isFollowed = page.waitForResponse('**/notifications/stream/');
  await admin.open(`${path}?tab=edit`);
  await isFollowed;
  await content.fill('# Capstans\n\n');
  await content.press('Control+End');
  await demo.as(other)(`${path}/versions/`, { payload: '# Capstans\n\nTheirs.\n', change_summary: 'First' });
  await demo.as(other)(`${path}/versions/3/publish/`, {});
  await admin.sees('Somebody has saved version 3.');
  await page.keyboard.type('Mine.');
  assert.equal(await content.inputValue(), '# Capstans\n\nMine.');
  await admin.button('Compare').click();
  await page.getByRole('alert').getByText('Somebody has saved a version meanwhile').waitFor();
  assert.equal(await page.getByRole('alert').getByRole('button').count(), 0);
  await admin.button('Continue writing mine').click();
  await page.locator('textarea[name=payload]:focus').waitFor();
  await content.fill('# Capstans\n\nTheirs. Mine.\n');
  await admin.fill('What changed, and why', 'Both');
  await admin.button('Save as a new version').click();
  await admin.sees('Saved as version 4.');
});

test('who comes back while a version is being saved goes on from it, and loses nothing of what they type', async (open) => {
  const path = await artifactWith('Cleats', '# Cleats\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  const content = page.getByLabel('Content');
  await admin.open(`${path}?tab=edit`);
  await content.fill('# Cleats\n\nSoft.\n');
  await admin.fill('What changed, and why', 'Soft');
  const letGo = await held(page, '**/versions/');
  await admin.button('Save as a new version').click();
  await admin.link('History').click();
  await content.waitFor({ state: 'detached' });
  await admin.link('Edit').click();
  await content.fill('# Cleats\n\nSoft, and round.\n');
  letGo();
  await admin.sees('Saved as version 3, without what you have typed since.');
  await page.reload();
  await admin.hasLoaded();
  assert.equal(await content.inputValue(), '# Cleats\n\nSoft, and round.\n');
  await admin.button('Save as a new version').click();
  await admin.sees('Saved as version 4.');
});
