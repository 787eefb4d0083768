import { strict as assert } from 'node:assert';
import { PASSWORD } from '../demo.ts';
import { ADMIN, demo, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';
import { assigned } from './assigned.ts';

/** Refuses storage, like browsers that are set to keep nothing of a site. */
const REFUSE = `(() => {
  const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
  window.BroadcastChannel = class { constructor() { refuse(); } };
})()`;

test('where the browser refuses its storage, one signs in, and what is typed is in the page', async (open) => {
  const artifact = await artifactWith('Slipways', '# Slipways\n');
  const { body: me } = await demo.as(ADMIN, '')('/users/me/');
  const interview = await assigned('Greasing the slipways', { assignee_ids: [me['id']] });
  const visitor = await open(null);
  const { page } = visitor;
  await page.addInitScript(REFUSE);
  await visitor.signIn(ADMIN, PASSWORD);
  await visitor.open(`${artifact}?tab=edit`);
  await visitor.fill('Content', '# Not saved\n');
  await page.getByLabel('Colours').selectOption('dark');
  await visitor.link('Signals').click();
  await page.getByRole('heading', { name: 'Signals', level: 1 }).waitFor();
  await page.getByLabel('Keys: J and K move').uncheck();
  await page.goBack();
  await visitor.sees('A draft that was not saved is shown.');
  assert.equal(await page.getByLabel('Content').inputValue(), '# Not saved\n');
  await visitor.open(interview);
  await visitor.fill('Your answer', 'From the top.');
  await visitor.button('Send').click();
  await visitor.sees('And then?');
});

test('where the browser refuses its storage, code that stays missing is not loaded for ever either', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await page.addInitScript(REFUSE);
  await admin.open('');
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await page.route('**/assets/tools-*.js', (route) => route.abort());
  await admin.link('Tools').click();
  await admin.sees('This page could not be loaded.');
  assert.equal(loads, 1);
});

test('where the browser refuses cookies, signing in says so', async (open) => {
  const visitor = await open(null);
  const { page } = visitor;
  await page.route('**/auth/token/', (route) => route.fulfill({ json: {} }));
  await page.goto('/sign-in');
  await visitor.fill('E-mail', ADMIN);
  await visitor.fill('Password', PASSWORD);
  await visitor.button('Sign in').click();
  await page.getByRole('alert').getByText('this browser refuses its cookie').waitFor();
});
