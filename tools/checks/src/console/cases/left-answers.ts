import { strict as assert } from 'node:assert';
import { VIEWER, demo, test } from '../stage.ts';
import { followingNothing } from './following-nothing.ts';

test('an answer is no longer read once its page is left, and is there on return', async (open) => {
  const { body } = await demo.as(VIEWER)('/playground-conversations/', { name: 'Of guillemots' });
  const viewer = await open(VIEWER);
  const { page } = viewer;
  const path = '**/send_message_stream/';
  // The first stream ends after the question; a further one is never answered.
  const isAskedOn = Promise.withResolvers<void>();
  await page.route(path, () => isAskedOn.resolve());
  await page.route(
    path,
    async (route) => {
      const response = await route.fetch();
      const events = await response.text();
      const end = events.indexOf('\n\n', events.indexOf('entry')) + 2;
      await route.fulfill({ response, body: events.slice(0, end) });
    },
    { times: 1 },
  );
  await viewer.open(`/conversations/${String(body['id'])}`);
  await viewer.fill('Your question', 'How soon do passengers get their money back?');
  await page.keyboard.press('Control+Enter');
  await isAskedOn.promise;
  const isGivenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('send_message'));
  await viewer.link('Tools').click();
  await isGivenUp;
  await viewer.open(`/conversations/${String(body['id'])}`);
  await page.locator('.bubble:not(.mine) .sources a').first().waitFor();
  assert.equal(await page.locator('.bubble.mine').count(), 1);
  assert.equal(await page.getByLabel('Your question').inputValue(), '');
});

test('that a question failed is said at once, though the conversation cannot be read again', async (open) => {
  const { body } = await demo.as(VIEWER)('/playground-conversations/', { name: 'Of razorbills' });
  const viewer = await open(VIEWER);
  const { page } = viewer;
  await viewer.open(`/conversations/${String(body['id'])}`);
  await page.route('**/playground-conversations/**', () => undefined);
  await page.route('**/send_message_stream/', (route) =>
    route.fulfill({ status: 400, json: { error: 'The razorbills are away.' } }),
  );
  await viewer.fill('Your question', 'How many razorbills are there?');
  await page.keyboard.press('Control+Enter');
  await viewer.sees('The razorbills are away.');
  assert.equal(await page.getByText('Answering…').count(), 0);
  assert.equal(await page.getByLabel('Your question').inputValue(), 'How many razorbills are there?');
});

test('answers are not formatted again while the next question is typed, nor when it is asked', async (open) => {
  const { body } = await demo.as(VIEWER)('/playground-conversations/', { name: 'Of shearwaters' });
  const id = String(body['id']);
  const question = 'How soon do passengers get their money back?';
  await demo.as(VIEWER)(`/playground-conversations/${id}/messages/`, { content: question });
  const viewer = await open(VIEWER);
  const { page } = viewer;
  await followingNothing(page);
  // Formatting begins with replacing the tabs of a text.
  await page.addInitScript(`
    window.formatted = [];
    const replaceAll = String.prototype.replaceAll;
    String.prototype.replaceAll = function (...what) {
      if (what[0] === '\t') formatted.push(String(this));
      return replaceAll.apply(this, what);
    };
  `);
  await viewer.open(`/conversations/${id}`);
  await page.locator('.bubble:not(.mine) .markdown').waitFor();
  const answers = (): Promise<number> => page.evaluate('formatted.length');
  const before = await answers();
  assert.ok(before > 0);
  await page.getByLabel('Your question').pressSequentially('And who pays for it?');
  assert.equal(await answers(), before);
  await page.keyboard.press('Control+Enter');
  await viewer.counts(page.locator('.bubble:not(.mine) .markdown'), 2);
  const [first, ...others] = await page.evaluate<string[]>('formatted');
  assert.equal(others.filter((one) => one === first).length, before - 1);
});
