import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
import { ADMIN, CONTRIBUTOR, VIEWER, demo, test } from '../stage.ts';
import { assigned } from './assigned.ts';

test('an admin invites, takes the invitation back, changes what a member may do, and removes them', async (open) => {
  const email = 'passing-by@demo.test';
  await demo.colleague(ADMIN, email);
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/members');
  await admin.button('Invite').click();
  await admin.fill('E-mail', 'somebody@harbour');
  await admin.dialog.getByRole('button', { name: 'Invite' }).click();
  await page.locator('.field-error').getByText('valid email').waitFor();
  await admin.fill('E-mail', 'soon@elsewhere.test');
  await admin.answer('Invite');
  await admin.sees('soon@elsewhere.test is invited.');
  await admin.button('Invite').click();
  await admin.fill('E-mail', 'later@elsewhere.test');
  await admin.answer('Invite');
  await admin.sees('later@elsewhere.test is invited.');
  const pending = page.getByRole('list', { name: 'Invited, not joined yet' });
  const takeBack = async (invited: string): Promise<void> => {
    const invite = pending.getByRole('listitem').filter({ hasText: invited });
    await invite.getByRole('button', { name: 'Cancel the invitation' }).click();
    await admin.answer('Cancel the invitation');
    await admin.sees('The invitation is cancelled.');
    await admin.counts(invite, 0);
  };
  await pending.getByTitle('soon@elsewhere.test').waitFor();
  await takeBack('soon@elsewhere.test');
  await pending.locator('button:focus', { hasText: 'Cancel the invitation' }).waitFor();
  await takeBack('later@elsewhere.test');

  await admin.button('Invite').click();
  await admin.fill('E-mail', email);
  await admin.answer('Invite');
  await admin.sees(`${email} is a member now.`);
  const member = page.locator('.rows-row', { hasText: email });
  await member.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('View').uncheck();
  await admin.dialog.getByRole('button', { name: 'Save' }).click();
  await admin.sees('Choose at least one thing that they may do');
  await page.getByLabel('View').check();
  await page.getByLabel('Administer').check();
  await page.getByLabel('Profile').selectOption('tech');
  await admin.answer('Save');
  await member.getByText('Administer').waitFor();
  await member.getByText('Tech').waitFor();
  await member.getByRole('button', { name: 'Remove' }).click();
  await admin.answer('Remove');
  await admin.sees(`${email} is no longer a member.`);
  await admin.counts(member, 0);
});

test('who deletes the interview of an invited person is told that the invitation stays', async (open) => {
  const email = 'mistyped@elsewhere.test';
  const path = await assigned('Coiling the ropes', { assignee_ids: [], invite_emails: [email] });
  const admin = await open(ADMIN);
  const { page } = admin;
  const invite = page
    .getByRole('list', { name: 'Invited, not joined yet' })
    .getByRole('listitem')
    .filter({ hasText: email });
  await until('the invitation is made', async () => {
    await admin.open('/members');
    return (await invite.count()) === 1;
  });
  await admin.open(path);
  await admin.button('Delete').click();
  await admin.dialog
    .getByText(`If ${email} was invited to the project already, the invitation stays`)
    .waitFor();
  await admin.answer('Delete');
  await admin.sees('The interview is deleted.');
  await admin.open('/members');
  await invite.getByRole('button', { name: 'Cancel the invitation' }).click();
  await admin.answer('Cancel the invitation');
  await admin.counts(invite, 0);
});

test('several are invited at once, and who is refused stays with the reason', async (open) => {
  const colleague = 'aboard@demo.test';
  await demo.colleague(ADMIN, colleague);
  const admin = await open(ADMIN, { viewport: { width: 380, height: 780 } });
  const { dialog, page } = admin;
  await admin.open('/members');
  await admin.button('Invite').click();
  const field = dialog.getByRole('textbox', { name: 'E-mails' });
  await field.fill(`one@quay.test, two@quay.test ${CONTRIBUTOR}\n${colleague}\nthree@quay`);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('status').getByText('2 people are invited.').waitFor();
  await admin.sees(`${colleague} is a member now.`);
  await dialog.locator('textarea:focus').waitFor();
  assert.equal(await field.inputValue(), `${CONTRIBUTOR}, three@quay`);
  assert.deepEqual((await dialog.locator('.field-error').innerText()).split('\n'), [
    `${CONTRIBUTOR}: This user is already a member of the project.`,
    'three@quay: Enter a valid email address.',
  ]);
  await admin.assertAccessible('with refusals');
  await field.fill('three@quay.test');
  await admin.answer('Invite');
  await admin.sees('three@quay.test is invited.');
  const pending = page.getByRole('list', { name: 'Invited, not joined yet' });
  for (const name of ['one', 'two', 'three']) await pending.getByText(`${name}@quay.test`).waitFor();
});

test('what is wrong with a field is said once, at the field, which is led to', async (open) => {
  const admin = await open(ADMIN);
  const { dialog } = admin;
  await admin.open('/members');
  await admin.button('Invite').click();
  await admin.fill('E-mail', 'somebody@harbour');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const field = dialog.getByRole('textbox', { name: 'E-mail' });
  await dialog.locator('.field-error').waitFor();
  await dialog.locator('textarea:focus').waitFor();
  assert.equal(await dialog.getByText('valid email').count(), 1);
  await dialog.getByLabel('View').uncheck();
  await field.fill('somebody@harbour.test');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByRole('alert').locator('.notice').waitFor();
  assert.equal(await dialog.locator('.field-error').count(), 0);
});

/** An element with a place in the page. */
interface Placed {
  getBoundingClientRect(): { readonly top: number };
}

test('what is done with a member is on one line, on a phone, too', async (open) => {
  const admin = await open(ADMIN, { viewport: { width: 380, height: 780 } });
  await admin.open('/members');
  const member = admin.page.locator('.rows-row', { hasText: CONTRIBUTOR });
  const buttons = member.getByRole('button', { name: /Change|Remove/ });
  await admin.counts(buttons, 2);
  // In one call, so that nothing moves in between.
  const tops = await buttons.evaluateAll((all: readonly Placed[]) =>
    all.map((one) => one.getBoundingClientRect().top),
  );
  assert.deepEqual(tops, [tops[0], tops[0]]);
});

test('the last admin cannot give that up, and is told why', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Of one admin');
  const admin = await open(ADMIN);
  await admin.open('/members', project);
  const self = admin.page.locator('.rows-row', { hasText: ADMIN });
  await self.getByRole('button', { name: 'Change' }).click();
  await admin.page.getByLabel('Administer').uncheck();
  await admin.dialog.getByRole('button', { name: 'Save' }).click();
  await admin.dialog.getByText(/last admin/i).waitFor();
  await admin.answer('Cancel');
});

test('what another admin changes of a member meanwhile stays', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Of two admins');
  const say = demo.as(ADMIN, project);
  const permissions = ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'];
  const { body } = await say('/users/', { email: CONTRIBUTOR, permissions });
  const admin = await open(ADMIN);
  await admin.open('/members', project);
  const member = admin.page.locator('.rows-row', { hasText: CONTRIBUTOR });
  await member.getByRole('button', { name: 'Change' }).click();
  await say(`/users/${String(body['id'])}/`, { permissions: ['CAN_VIEW_DATA'] }, 'PATCH');
  await admin.page.getByLabel('Profile').selectOption('tech');
  await admin.answer('Save');
  await member.getByText('Tech').waitFor();
  await admin.counts(member.getByText('Administer'), 0);
});

test('a service account gets a key with a name and an end that is shown once, switched off and on, and revoked', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/members');
  await admin.button('New service account').click();
  await admin.dialog.getByLabel('Name').fill('Harbour agent');
  await admin.answer('New service account');
  await admin.sees('“Harbour agent” is created');
  const account = page.locator('details', { hasText: 'Harbour agent' });
  await account.locator('summary').click();
  await account.getByRole('button', { name: 'Add to the project' }).click();
  await admin.sees('The account is a member of the project now.');
  await account.getByText('The account is a member of the project.', { exact: true }).waitFor();
  assert.equal(await account.getByRole('button', { name: 'Add to the project' }).count(), 0);
  await account.getByRole('button', { name: 'New key' }).click();
  await admin.dialog.getByLabel('Name').fill('Nightly import');
  await admin.dialog.getByLabel('Valid until').fill('2090-01-31T12:00');
  await admin.dialog.getByRole('button', { name: 'Create the key' }).click();
  const key = await admin.dialog.locator('pre').innerText();
  assert.match(key, /^pks_[0-9A-Za-z]{36}$/);
  await page.locator('[role=dialog] button:focus, [role=dialog]:focus').waitFor();
  await admin.answer('Close');
  await page.locator('button:focus', { hasText: 'New key' }).waitFor();
  assert.ok(!(await page.locator('body').innerText()).includes(key));
  const works = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${demo.address}/api/v1${demo.project}/artifacts/`, { headers })).status;
  };
  assert.equal(await works(), 200);
  await account.getByRole('button', { name: 'Disable' }).click();
  await admin.sees('The key is disabled.');
  await account.getByRole('button', { name: 'Enable' }).click();
  await admin.sees('The key is enabled.');
  const keys = account.getByRole('list', { name: 'Keys' });
  await keys.getByText('Expires Jan 31, 2090').waitFor();
  const change = async (name: string, until: string): Promise<void> => {
    await keys.getByRole('button', { name: 'Change' }).click();
    await admin.dialog.getByLabel('Name').fill(name);
    await admin.dialog.getByLabel('Valid until').fill(until);
    await admin.answer('Save');
  };
  await change('Weekly import', '2020-01-31T12:00');
  await keys.getByText('Weekly import').waitFor();
  await keys.getByText('Expired Jan 31, 2020').waitFor();
  assert.equal(await works(), 403);
  await change('Weekly import', '');
  await keys.getByText('Active').waitFor();
  assert.equal(await keys.getByText('Expire').count(), 0);
  await account.getByRole('button', { name: 'Revoke' }).click();
  await admin.answer('Revoke');
  await admin.sees('The key is revoked.');
  await account.getByText('Revoked').waitFor();
});

for (const who of [CONTRIBUTOR, VIEWER]) {
  test(`${who} sees who is in the project, and changes nothing of it`, async (open) => {
    const visitor = await open(who);
    await visitor.open('/members');
    await visitor.page.locator('.rows-row', { hasText: ADMIN }).waitFor();
    await visitor.isNotOffered('Invite', 'Change', 'Remove', 'New service account');
  });
}

test('a message of a new member leads to them', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const search = `?search=${encodeURIComponent(VIEWER)}`;
  const message = {
    id: '00000000-0000-4000-8000-000000000001',
    title: 'New member',
    message: `${VIEWER} joined the project.`,
    status: 'unread',
    created_at: '2026-11-20T10:00:00.000Z',
    actions: { primary: { label: 'Open the member', url: `${admin.project}/users/${search}` } },
  };
  const list = { count: 1, next: null, previous: null, results: [message] };
  await page.route(/\/notifications\/\?/, (route) => route.fulfill({ json: list }));
  await admin.open('/inbox');
  await admin.link('Open the member').click();
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
  assert.equal(await page.getByLabel('Find members').inputValue(), VIEWER);
  await admin.counts(page.locator('.rows-row'), 1);
  await admin.link('Members').click();
  await admin.counts(page.locator('.rows-row', { hasText: CONTRIBUTOR }), 1);
});

test('a new key cannot have an end that is past, which is said at the field', async (open) => {
  const admin = await open(ADMIN);
  const { page, dialog } = admin;
  await admin.open('/members');
  await admin.button('New service account').click();
  await dialog.getByLabel('Name').fill('Of the fulmars');
  await admin.answer('New service account');
  const account = page.locator('details', { hasText: 'Of the fulmars' });
  await account.locator('summary').click();
  await account.getByRole('button', { name: 'New key' }).click();
  const end = dialog.getByLabel('Valid until');
  const create = dialog.getByRole('button', { name: 'Create the key' });
  await end.fill('2020-01-31T12:00');
  await dialog.locator('.field', { hasText: 'Valid until' }).getByText('This is past').waitFor();
  assert.equal(await end.getAttribute('aria-invalid'), 'true');
  assert.ok(await create.isDisabled());
  await end.fill('2090-01-31T12:00');
  await create.click();
  await dialog.locator('pre').waitFor();
  await admin.answer('Close');
});
