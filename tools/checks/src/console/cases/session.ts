import { strict as assert } from 'node:assert';
import { PASSWORD } from '../demo.ts';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';
import { endSession, signInBeside } from './sign-in-beside.ts';

test('a wrong password is said, and the right one leads to where one wanted to go', async (open) => {
  const visitor = await open(null);
  const { page, project } = visitor;
  await page.goto('/reset-password');
  await page.goto(`${project}/signals`);
  await visitor.fill('E-mail', ADMIN);
  await visitor.fill('Password', 'wrong');
  await visitor.button('Sign in').click();
  await page.getByRole('alert').getByText('Unable to log in').waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), ADMIN);
  await visitor.fill('Password', PASSWORD);
  await visitor.button('Sign in').click();
  await page.getByRole('heading', { name: 'Signals' }).waitFor();
  assert.equal(new URL(page.url()).pathname, `${project}/signals`);
  await page.goBack();
  assert.equal(new URL(page.url()).pathname, '/reset-password');
});

test('the token is where no script can read it', async (open) => {
  const visitor = await open(null);
  await visitor.signIn(ADMIN, PASSWORD);
  const cookies = await visitor.context.cookies();
  const session = cookies.find(({ name }) => name === 'pks_session');
  assert.deepEqual([session?.httpOnly, session?.sameSite], [true, 'Strict']);
  const stored = String(
    await visitor.page.evaluate(
      'document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)',
    ),
  );
  assert.doesNotMatch(stored, /pkt_/);
});

test('an invited person joins by the e-mail, changes the password, forgets it, and resets it', async (open) => {
  const email = 'newcomer@elsewhere.test';
  const admin = await open(ADMIN);
  await admin.open('/members');
  await admin.button('Invite').click();
  await admin.fill('E-mail', email);
  await admin.answer('Invite');
  await admin.sees(`${email} is invited.`);

  const newcomer = await open(null);
  const { page } = newcomer;
  await page.goto(await demo.linkMailedTo(email, '/accept-invite'));
  await newcomer.fill(/Password/, 'short');
  await newcomer.button('Accept').click();
  await newcomer.sees(/at least 10|10 to 128|too short/i);
  await newcomer.fill(/Password/, 'a password of the newcomer');
  await newcomer.button('Accept').click();
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  assert.equal(await newcomer.link('Members').count(), 0);

  await newcomer.link('Settings').click();
  await newcomer.fill('Current password', 'not this one');
  await newcomer.fill('New password', 'another password of theirs');
  await newcomer.button('Change the password').click();
  await page.locator('.field-error').first().waitFor();
  await newcomer.fill('Current password', 'a password of the newcomer');
  await newcomer.button('Change the password').click();
  await newcomer.sees('The password is changed.');

  await newcomer.button('Sign out').click();
  await newcomer.link('Forgot your password?').click();
  // The previous form has a field of this name, too.
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await newcomer.fill('E-mail', email);
  await newcomer.button('Send the e-mail').click();
  await newcomer.sees('the e-mail is on its way');
  await page.goto(await demo.linkMailedTo(email, '/reset-password'));
  await newcomer.fill('New password', 'the third password of theirs');
  await newcomer.button('Set the password and sign in').click();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  await newcomer.button('Sign out').click();
  await newcomer.signIn(email, 'the third password of theirs');

  await page.goto(await demo.linkMailedTo(email, '/accept-invite'));
  await newcomer.button('Accept').click();
  await newcomer.sees('This invitation was accepted already');
  await page.goto(await demo.linkMailedTo(email, '/reset-password'));
  await newcomer.fill('New password', 'the fourth password of theirs');
  await newcomer.button('Set the password and sign in').click();
  await newcomer.sees('This link was used already');
  await newcomer.link('Ask for another e-mail').click();
  await newcomer.button('Send the e-mail').waitFor();
});

test('a link for another person says first who is signed in', async (open) => {
  const email = 'another@elsewhere.test';
  await demo.as(ADMIN)('/invites/invite/', { email });
  const visitor = await open(null);
  const { page } = visitor;
  await visitor.signIn(VIEWER, PASSWORD);
  await page.goto(await demo.linkMailedTo(email, '/accept-invite'));
  await visitor.sees(`You are signed in as ${VIEWER}.`);
  await visitor.assertAccessible('signed in');
  await visitor.fill(/Password/, 'a password of the other');
  await visitor.button('Accept').click();
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  await visitor.sees(email);
  await page.goto('/reset-password?token=unknown');
  await visitor.sees(`You are signed in as ${email}.`);
});

test('the keyboard suffices: past the menu, through it, and out', async (open) => {
  const visitor = await open(null);
  const { page } = visitor;
  await visitor.signIn(ADMIN, PASSWORD);
  await visitor.open('');
  await page.getByRole('heading', { name: 'What changed' }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'content');
  await visitor.link('Artifacts').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Artifacts' }).waitFor();
  await visitor.button('New artifact').focus();
  await page.keyboard.press('Enter');
  await visitor.dialog.waitFor();
  await page.keyboard.press('Escape');
  await visitor.dialog.waitFor({ state: 'detached' });
  await visitor.button('Sign out').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a page that is opened by a link in another one has the focus at its content', async (open) => {
  const visitor = await open(ADMIN);
  const { page } = visitor;
  await visitor.open('/tools');
  await visitor.link('Calculator').press('Enter');
  await page.getByRole('heading', { name: 'Calculator' }).waitFor();
  await page.locator('#content:focus').waitFor();
  await visitor.link('Documents').press('Enter');
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
  await page.locator('nav a:focus', { hasText: 'Documents' }).waitFor();
});

test('the colours are chosen, and stay chosen', async (open) => {
  const visitor = await open(ADMIN, { colorScheme: 'light' });
  const { page } = visitor;
  const background = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
  await visitor.open('');
  const light = await background();
  await page.getByLabel('Colours').selectOption('dark');
  const dark = await background();
  assert.notEqual(dark, light);
  await page.reload();
  await visitor.hasLoaded();
  assert.equal(await background(), dark);
});

test('what is said above a page leaves the menu whole', async (open) => {
  const visitor = await open(null, { viewport: { width: 1280, height: 860 } });
  await visitor.signIn(ADMIN, PASSWORD);
  await visitor.open('');
  await endSession(visitor);
  await visitor.link('Documents').click();
  await visitor.sees('Your session has ended.');
  const out = await visitor.button('Sign out').boundingBox();
  assert.ok(out && out.y + out.height <= 860, JSON.stringify(out));
});

test('messages arrive again once one signed in again in another tab', async (open) => {
  const visitor = await open(ADMIN);
  const { page } = visitor;
  let isOut = true;
  await page.route('**/notifications/stream/', (route) =>
    isOut ? route.fulfill({ status: 401, json: { error: 'Invalid token.' } }) : route.continue(),
  );
  const refused = page.waitForResponse('**/notifications/stream/');
  await visitor.open('/inbox');
  await refused;
  await visitor.sees('Connecting…');
  isOut = false;
  await visitor.link('Documents').click();
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
  await visitor.link(/^Inbox/).click();
  await page.getByText('Live', { exact: true }).waitFor();
});

test('a session that ends is said at once, and a list has nothing to add', async (open) => {
  const visitor = await open(null);
  await visitor.signIn(ADMIN, PASSWORD);
  await visitor.open('/inbox');
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  await endSession(visitor);
  await visitor.sees('Your session has ended.');
  await visitor.sees('Connecting…');
  await visitor.link('Documents').click();
  await visitor.sees('This is shown once you are signed in again.');
  await visitor.isNotOffered('Try again');
});

test('who could not be signed out is told so', async (open) => {
  const visitor = await open(VIEWER);
  const { page } = visitor;
  await visitor.open('');
  await page.route('**/auth/token/', (route) => route.fulfill({ status: 500, json: { error: 'Failed.' } }));
  await visitor.button('Sign out').click();
  await visitor.sees('You are still signed in');
});

test('a session that ended is said, and signing in again beside the page brings it back', async (open) => {
  const visitor = await open(null);
  const { page, context, project } = visitor;
  await visitor.signIn(ADMIN, PASSWORD);
  await visitor.open('/signals');
  await endSession(visitor);
  await visitor.link('Documents').click();
  await visitor.sees('Your session has ended.');
  const opened = context.waitForEvent('page');
  await visitor.link('Sign in in another tab').click();
  const other = await opened;
  await signInBeside(other, ADMIN);
  await other.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
  assert.equal(new URL(other.url()).pathname, `${project}/documents`);
  await visitor.counts(page.locator('.away'), 0);
  await page.locator('.rows-row').first().waitFor();
});

test('what is typed in a dialog is sent once one has signed in again in another tab', async (open) => {
  const visitor = await open(null);
  const { page, context } = visitor;
  await visitor.signIn(ADMIN, PASSWORD);
  await visitor.open('/signals');
  await visitor.button('New signal').click();
  await visitor.fill('What is wrong, missing or good?', 'The session sank.');
  await endSession(visitor);
  await visitor.dialog.getByRole('button', { name: 'New signal' }).click();
  await visitor.dialog.getByText('Your session has ended.').waitFor();
  await visitor.assertAccessible('signed out');
  const opened = context.waitForEvent('page');
  await visitor.dialog.getByRole('link', { name: 'Sign in in another tab' }).click();
  const other = await opened;
  await signInBeside(other, ADMIN);
  await other.getByRole('heading', { name: 'Projects' }).waitFor();
  await visitor.answer('New signal');
  await visitor.sees('The session sank.');
  await visitor.counts(page.getByText('Your session has ended.'), 0);
});

test('neither Back nor closing the tab loses what is typed in a dialog unasked', async (open) => {
  const visitor = await open(ADMIN);
  const { page, project } = visitor;
  const isAskedBeforeLeaving = (): Promise<unknown> =>
    page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");
  await visitor.open('');
  await visitor.link('Signals').click();
  await visitor.button('New signal').click();
  assert.equal(await isAskedBeforeLeaving(), false);
  const feedback = page.getByLabel('What is wrong, missing or good?');
  await feedback.fill('Half typed');
  assert.equal(await isAskedBeforeLeaving(), true);
  await page.goBack();
  await page.waitForURL(`**${project}/signals`);
  assert.equal(await feedback.inputValue(), 'Half typed');
  await visitor.answer('Cancel');
  await page.goBack();
  await page.getByRole('heading', { name: 'What changed' }).waitFor();
});

test('who is signed in is asked for again where that failed at first', async (open) => {
  const visitor = await open(ADMIN);
  const { page, project } = visitor;
  await page.route('**/users/me/', (route) => route.fulfill({ status: 500, json: { error: 'It failed.' } }));
  await page.goto(`${project}/documents`);
  await page.getByText('It failed.').waitFor();
  assert.match(visitor.complaints.splice(0).join(), /It failed/);
  await page.unroute('**/users/me/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
});
