import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
import { ADMIN, CONTRIBUTOR, VIEWER, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const QUESTION = 'How soon do passengers get their money back?';

/** Starts a conversation and asks. */
async function ask(visitor: Visitor): Promise<void> {
  await visitor.open('/conversations');
  await visitor.button('New conversation').click();
  await visitor.page.locator('textarea[name=message]:focus').waitFor();
  await visitor.fill('Your question', QUESTION);
  await visitor.page.keyboard.press('Control+Enter');
  await visitor.page.locator('.bubble:not(.mine) .sources a').first().waitFor();
}

test('a question is answered as it is made, with sources that lead to where they are from', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await ask(admin);
  await admin.button('Give feedback on this answer').first().click();
  await admin.fill('What is wrong, missing or good?', 'It does not say who pays.');
  await admin.answer('New signal');
  await admin.sees('Thank you. The signal is submitted.');
  await admin.button('Rename').click();
  assert.equal(await admin.dialog.getByLabel('Name').getAttribute('maxlength'), '255');
  await admin.dialog.getByLabel('Name').fill('Money back');
  await admin.answer('Save');
  await page.getByRole('heading', { name: 'Money back', level: 1 }).waitFor();
  const address = page.url();
  await page.locator('.bubble:not(.mine) .sources a').first().click();
  await page.waitForURL(/\/(documents|artifacts)\/[^/]+/);
  await admin.hasLoaded();
  let archived = 0;
  const isPressedTwice = Promise.withResolvers<void>();
  await page.route('**/playground-conversations/*/', async (route) => {
    if (route.request().method() === 'DELETE') {
      archived += 1;
      await isPressedTwice.promise;
    }
    await route.continue();
  });
  await page.goto(address);
  await admin.button('Archive').dblclick();
  isPressedTwice.resolve();
  await admin.sees('The conversation is archived.');
  assert.equal(archived, 1);
  await admin.counts(page.getByLabel('Your question'), 0);
  await admin.button('Undo').last().click();
  await page.getByLabel('Your question').waitFor();
});

test('a conversation is tagged with what is typed and what there is, and found by it', async (open) => {
  const say = demo.as(ADMIN);
  const long = 'winter'.repeat(10);
  await say('/playground-conversations/', { name: 'Of last winter', tags: ['Tariffs', long] });
  const { body } = await say('/playground-conversations/', { name: 'Of this winter', tags: ['ice'] });
  const admin = await open(ADMIN, { viewport: { width: 380, height: 780 } });
  const { dialog, page } = admin;
  await admin.open(`/conversations/${String(body['id'])}`);
  const tags = page.getByRole('list', { name: 'Tags' }).getByRole('listitem');
  await admin.button('Tags').click();
  const field = dialog.getByLabel('Tags, separated by commas');
  assert.equal(await field.inputValue(), 'ice');
  await page.keyboard.press('End');
  await page.keyboard.type(', Night, tar');
  await dialog.getByRole('button', { name: 'Tariffs' }).waitFor();
  await admin.counts(dialog.getByRole('button', { name: long }), 0);
  await dialog.getByRole('button', { name: 'Tariffs' }).click();
  await dialog.getByRole('button', { name: 'Tariffs', pressed: true }).waitFor();
  await dialog.getByRole('button', { name: long }).click();
  assert.equal(await field.inputValue(), `ice, Night, Tariffs, ${long}`);
  await dialog.getByRole('button', { name: 'ice' }).click();
  await admin.assertAccessible('with suggestions');
  await field.press('Enter');
  await admin.sees('The tags are saved.');
  await page.locator('button:focus', { hasText: 'Tags' }).waitFor();
  await admin.counts(tags, 3);
  assert.deepEqual(await tags.allTextContents(), ['Night', 'Tariffs', long]);
  const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(excess) <= 0, `${String(excess)} pixels too wide`);

  await admin.button('Tags').click();
  await field.fill(`Night, ${'x'.repeat(65)}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await admin.sees(`${'x'.repeat(65)}: Ensure this field has no more than 64 characters.`);
  await field.fill('Night');
  await admin.answer('Save');
  await admin.counts(tags, 1);
  await admin.open('/conversations');
  await page.getByLabel('Tag', { exact: true }).selectOption('Night');
  await admin.counts(page.locator('.rows-row'), 1);
  await admin.link('Of this winter').waitFor();
});

test('a search that finds no conversation says so, and whether it has looked at all of them', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const maybeMore = page.getByText('There may be more');
  await admin.open('/conversations');
  await admin.fill('Find in conversations', 'Nothing of the kind');
  await admin.sees('No conversation matches.');
  await admin.counts(maybeMore, 0);
  const none = { count: 0, count_is_minimum: true, next: null, previous: null, results: [] };
  await page.route(/playground-conversations\/\?.*text=Q/, (route) => route.fulfill({ json: none }));
  await admin.fill('Find in conversations', 'Q?');
  await admin.sees('Only the newest were searched');
  await admin.sees('No conversation matches.');
  await admin.counts(maybeMore, 0);
});

test('tags that another person gives a conversation meanwhile stay', async (open) => {
  const say = demo.as(ADMIN);
  const { body } = await say('/playground-conversations/', { name: 'Of both', tags: ['ebb', 'flood'] });
  const path = `/playground-conversations/${String(body['id'])}/`;
  const admin = await open(ADMIN);
  const { dialog, page } = admin;
  await admin.open(`/conversations/${String(body['id'])}`);
  await admin.button('Tags').click();
  await dialog.getByLabel('Tags, separated by commas').fill('flood, mine');
  await say(path, { tags: ['ebb', 'flood', 'theirs'] }, 'PATCH');
  await admin.answer('Save');
  await admin.sees('The tags are saved.');
  assert.deepEqual((await say(path)).body['tags'], ['flood', 'theirs', 'mine']);
  await page.getByRole('list', { name: 'Tags' }).getByText('theirs').waitFor();
});

test('an answer that breaks off is followed to its end, and the question is not said to have failed', async (open) => {
  const visitor = await open(VIEWER);
  const { page } = visitor;
  const isRefused = { status: 401, json: { error: 'Invalid token.' } };
  let isWhole = true;
  // The stream of the answer ends after the question; then the conversation has only its question, and a further stream is refused.
  await page.route(/playground-conversations\/[0-9a-f-]{36}\/$/, async (route) => {
    const response = await route.fetch();
    const conversation = (await response.json()) as { chat_history: readonly unknown[] };
    const chat_history = conversation.chat_history.slice(0, isWhole ? undefined : 1);
    await route.fulfill({ response, json: { ...conversation, chat_history } });
  });
  await page.route('**/send_message_stream/', async (route) => {
    if (!isWhole) return route.fulfill(isRefused);
    const response = await route.fetch();
    const events = await response.text();
    isWhole = false;
    await route.fulfill({
      response,
      body: events.slice(0, events.indexOf('\n\n', events.indexOf('entry')) + 2),
    });
  });
  let followed = 0;
  await page.route(/playground-conversations\/[^/]+\/stream\/$/, async (route) => {
    followed += 1;
    if (followed === 1) return route.fulfill(isRefused);
    isWhole = true;
    await route.continue();
  });
  await ask(visitor);
  await visitor.counts(page.getByText('Answering…'), 0);
  assert.deepEqual((await page.getByRole('alert').allInnerTexts()).join(''), '');
  assert.equal(await page.locator('.toast').count(), 0);
});

test('a question that came too soon is kept, and no longer said to be so once it may be asked', async (open) => {
  const say = demo.as(VIEWER);
  const { body } = await say('/playground-conversations/', { name: 'In two tabs' });
  const path = `/playground-conversations/${String(body['id'])}/messages/`;
  await say(path, { content: QUESTION });
  const visitor = await open(VIEWER);
  const { page } = visitor;
  const error = 'The last question of this conversation is still being answered.';
  const isAnswered = Promise.withResolvers<void>();
  await page.route(/playground-conversations\/[^/]+\/stream\/$/, async (route) => {
    await isAnswered.promise;
    await route.continue();
  });
  await visitor.open(`/conversations/${String(body['id'])}`);
  await page.route(
    /playground-conversations\/[0-9a-f-]{36}\/$/,
    async (route) => {
      const response = await route.fetch();
      const conversation = (await response.json()) as { chat_history: readonly unknown[] };
      await route.fulfill({
        response,
        json: { ...conversation, chat_history: conversation.chat_history.slice(0, 1) },
      });
    },
    { times: 1 },
  );
  await page.route('**/send_message_stream/', (route) => route.fulfill({ status: 409, json: { error } }));
  await visitor.fill('Your question', 'And when?');
  await visitor.button('Ask').click();
  await visitor.sees(error);
  isAnswered.resolve();
  await page.getByText(error).waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Your question').inputValue(), 'And when?');
});

for (const who of [CONTRIBUTOR, VIEWER]) {
  test(`${who} has conversations of their own, and reads those that are shared`, async (open) => {
    const admin = demo.as(ADMIN);
    const { body: own } = await admin('/playground-conversations/', { name: 'Of the admin alone' });
    const { body: shared } = await admin('/playground-conversations/', { name: 'For everybody' });
    await admin(`/playground-conversations/${String(shared['id'])}/share/`, {});
    await admin(`/playground-conversations/${String(shared['id'])}/messages/`, { content: 'What is there?' });
    const visitor = await open(who);
    await ask(visitor);
    await visitor.open('/conversations');
    await visitor.link(QUESTION).first().waitFor();
    assert.equal(await visitor.link('Of the admin alone').count(), 0);
    await visitor.open(`/conversations/${String(shared['id'])}`);
    await visitor.page.getByRole('heading', { name: 'For everybody' }).waitFor();
    await visitor.sees('Only who began the conversation can ask in it.');
    await visitor.isNotOffered('Rename', 'Tags', 'Archive', 'Stop sharing', 'Ask');
    const asked = visitor.page.locator('.bubble.mine', { hasText: 'What is there?' });
    assert.match(await asked.innerText(), /^Asked/);
    await visitor.page.goto(`${visitor.project}/conversations/${String(own['id'])}`);
    await visitor.sees('The address leads nowhere');
  });
}

test('what is typed while a question is on its way is the next one', async (open) => {
  const { body } = await demo.as(ADMIN)('/playground-conversations/', { name: 'Two questions' });
  const admin = await open(ADMIN);
  const { page } = admin;
  const box = page.getByLabel('Your question');
  const isTyped = Promise.withResolvers<void>();
  await page.route('**/send_message_stream/', async (route) => {
    await isTyped.promise;
    await route.continue();
  });
  await admin.open(`/conversations/${String(body['id'])}`);
  await box.fill(QUESTION);
  await admin.button('Ask').click();
  await box.fill('And who pays?');
  isTyped.resolve();
  await page.locator('.bubble:not(.mine) .sources a').first().waitFor();
  assert.equal(await box.inputValue(), 'And who pays?');

  await page.unroute('**/send_message_stream/');
  await page.route('**/send_message_stream/', (route) =>
    route.fulfill({ status: 400, json: { error: 'Not now.' } }),
  );
  await admin.button('Ask').click();
  await admin.sees('Not now.');
  assert.equal(await box.inputValue(), 'And who pays?');
});

test('the end of an answer, and what gets the focus in it, are above the box for the next question', async (open) => {
  const viewer = await open(VIEWER, { viewport: { width: 1280, height: 520 } });
  const { page } = viewer;
  await ask(viewer);
  await viewer.counts(page.getByText('Answering…'), 0);
  const bottom = async (): Promise<number> => {
    const { y = 0, height = 0 } = (await page.locator('.bubble').last().boundingBox()) ?? {};
    return y + height;
  };
  await until('the end is above the box', async () => {
    const box = await page.locator('.message-box').boundingBox();
    return (await bottom()) <= (box?.y ?? 0);
  });
  // In the window, but behind the box.
  const source = page.locator('.sources a').first();
  const { y = 0 } = (await source.boundingBox()) ?? {};
  await page.evaluate(`scrollBy(0, ${y} - innerHeight + 40)`);
  await source.focus();
  const { x = 0, y: at = 0, height = 0 } = (await source.boundingBox()) ?? {};
  assert.ok(
    await page.evaluate(`document.elementFromPoint(${x + 2}, ${at + height / 2}) === document.activeElement`),
    `at ${at}`,
  );
  assert.equal(await page.locator('ol.chat').getAttribute('aria-relevant'), 'additions');

  await page.setViewportSize({ width: 320, height: 256 });
  const answer = page.locator('.bubble:not(.mine)').last();
  assert.ok(((await answer.boundingBox())?.height ?? 0) > 256);
  await answer.evaluate((one: { scrollIntoView(): void }) => one.scrollIntoView());
  assert.ok(await page.evaluate("document.elementFromPoint(160, 240).closest('.bubble') !== null"));
});

test('to undo an archiving is offered until the conversation is taken out of the archive', async (open) => {
  const { body } = await demo.as(ADMIN)('/playground-conversations/', { name: 'Of the gannets' });
  const admin = await open(ADMIN);
  await admin.open(`/conversations/${String(body['id'])}`);
  await admin.button('Archive').click();
  await admin.button('Undo').waitFor();
  await admin.button('Take out of the archive').click();
  await admin.sees('The conversation is listed again.');
  await admin.isNotOffered('Undo');
});
