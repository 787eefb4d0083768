import { strict as assert } from 'node:assert';
import { PASSWORD } from '../demo.ts';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';
import { endSession, signInBeside } from './sign-in-beside.ts';

test('once somebody else signs in in another tab, a page is theirs, with what they may do', async (open) => {
  const visitor = await open(null);
  const { page, context } = visitor;
  await visitor.signIn(ADMIN, PASSWORD);
  await visitor.open('/signals');
  await visitor.link('Members').waitFor();
  await visitor.button('New signal').click();
  await visitor.fill('What is wrong, missing or good?', 'Typed by the admin.');
  const other = await context.newPage();
  await other.goto('/sign-in');
  await signInBeside(other, VIEWER);
  await page.locator('footer').getByText(VIEWER).waitFor();
  await visitor.counts(visitor.link('Members'), 0);
  await visitor.counts(visitor.dialog, 0);
});

test('once somebody else signs in in another tab, they are not offered to undo what was done before', async (open) => {
  await demo.as(ADMIN)('/signals/', { feedback: 'The phalarope is early.' });
  const visitor = await open(null);
  const { page, context } = visitor;
  await visitor.signIn(ADMIN, PASSWORD);
  await visitor.open('/signals');
  await visitor.fill('Find in signals', 'phalarope');
  await visitor.counts(page.locator('article.signal'), 1);
  await visitor.button('Dismiss').click();
  await visitor.button('Undo').waitFor();
  const other = await context.newPage();
  await other.goto('/sign-in');
  await signInBeside(other, VIEWER);
  await page.locator('footer').getByText(VIEWER).waitFor();
  await visitor.counts(visitor.button('Undo'), 0);
});

test('what is half typed on a page stays while one signs in again', async (open) => {
  const { body } = await demo.as(ADMIN)('/artifacts/', { title: 'Sunk', technical_type: 'markdown' });
  const visitor = await open(null);
  const { context, page } = visitor;
  await visitor.signIn(ADMIN, PASSWORD);
  await visitor.open(`/artifacts/${String(body['slug'])}?tab=about`);
  const field = page.locator('[name=definition_short]');
  await field.fill('Half typed');
  await endSession(visitor);
  await visitor.sees('Your session has ended.');
  const opened = context.waitForEvent('page');
  await page.locator('.away').getByRole('link').click();
  const other = await opened;
  await signInBeside(other, ADMIN);
  await visitor.counts(page.locator('.away'), 0);
  assert.equal(await field.inputValue(), 'Half typed');
  await visitor.button('Save').click();
  await visitor.sees('Saved.');
});
