import { strict as assert } from 'node:assert';
import type { Locator } from 'playwright-core';
import { rows } from '../../smoke/client.ts';
import { until } from '../../smoke/product.ts';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';
import { submitted } from './submitted.ts';

test('the signals of a conversation are read together, and closed together', async (open) => {
  const say = demo.as(VIEWER);
  const { body } = await say('/playground-conversations/', { name: 'About the manatee' });
  await submitted(['The manatee is slow.', 'The manatee is grey.', 'The manatee is late.'], {
    conversation_id: body['id'],
  });
  const admin = await open(ADMIN);
  await admin.open('/signals');
  await admin.button('By conversation').click();
  await admin.fill('Find in signals', 'manatee');
  const group = admin.page.locator('section.signal', { hasText: 'About the manatee' });
  await admin.counts(group.locator('blockquote'), 3);
  await group.locator('.card', { hasText: 'late' }).getByRole('button', { name: 'Dismiss' }).click();
  await group.getByText('2 to review').waitFor();
  await group.getByRole('button', { name: 'Mark all as reviewed' }).click();
  await admin.sees('2 signals are reviewed.');
  await admin.counts(group, 0);
});

test('a signal of a conversation is changed once, however slow that is', async (open) => {
  const conversation_id = '00000000-0000-4000-8000-0000000000e4';
  await submitted(['The scaup is near.', 'The scaup is far.'], { conversation_id });
  const admin = await open(ADMIN);
  const { page } = admin;
  const mayBeClosed = Promise.withResolvers<void>();
  const closed: string[] = [];
  await page.route('**/signals/*/', async (route) => {
    if (route.request().method() === 'PATCH') {
      closed.push(route.request().url());
      await mayBeClosed.promise;
    }
    await route.continue();
  });
  await admin.open('/signals?by=conversation&q=scaup');
  const cards = page.locator('section.signal .card');
  const dismiss = (which: string): Locator =>
    cards.filter({ hasText: which }).getByRole('button', { name: 'Dismiss' });
  for (const which of ['near', 'far', 'near', 'far']) await dismiss(which).click({ force: true });
  await until('both are under way', () => Promise.resolve(closed.length >= 2));
  const mayBeRead = Promise.withResolvers<void>();
  let read = 0;
  await page.route('**/signals/grouped_by_conversation/*', async (route) => {
    read += 1;
    await mayBeRead.promise;
    await route.continue();
  });
  mayBeClosed.resolve();
  await until('what they led to is being read', () => Promise.resolve(read > 0));
  for (const which of ['near', 'far']) await dismiss(which).click({ force: true });
  mayBeRead.resolve();
  await admin.counts(cards, 0);
  assert.equal(new Set(closed).size, closed.length, closed.join());
});

test('signals without a conversation are listed one under the other', async (open) => {
  await submitted(['The dugong is slow.', 'The dugong is grey.', `The dugong is ${'very '.repeat(200)}shy.`]);
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/signals');
  await admin.button('By conversation').click();
  await admin.fill('Find in signals', 'dugong');
  const groups = page.locator('.rows-row');
  await admin.counts(groups, 3);
  await until('no row leaves a gap to the next one', async () => {
    const boxes = await Promise.all((await groups.all()).map((group) => group.boundingBox()));
    const edges = boxes.map((box) => ({ top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }));
    return edges.every(({ top }, index) => Math.abs(top - (edges[index - 1]?.bottom ?? top)) < 2);
  });
});

test('a conversation that is not known is named and leads nowhere, one that is known leads to it', async (open) => {
  const say = demo.as(VIEWER);
  const { body } = await say('/playground-conversations/', { name: 'About the sea otter' });
  for (const [conversation_id, conversation_title] of [
    [body['id'], ''],
    ['00000000-0000-4000-8000-0000000000e1', 'Rafts of otters'],
    ['00000000-0000-4000-8000-0000000000e2', ''],
  ])
    await submitted(['The otter dives.'], { conversation_id, conversation_title });
  const groups = '/signals/grouped_by_conversation/?search=otter';
  await until('the conversation is known', async () =>
    rows(await demo.as(ADMIN)(groups)).some(({ conversation_created_at: at }) => at !== null),
  );
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/signals?by=conversation&q=otter');
  await admin.counts(page.locator('section.signal'), 3);
  const named = await page.locator('section.signal h2').allInnerTexts();
  assert.deepEqual(named.toSorted(), [
    'A conversation without a title',
    'About the sea otter',
    'Rafts of otters',
  ]);
  await admin.counts(page.locator('section.signal h2 a'), 1);
  await admin.link('About the sea otter').click();
  await page.getByRole('heading', { name: 'About the sea otter', level: 1 }).waitFor();
});

test('the tabs of conversations say how many of them there are, and one is current', async (open) => {
  const conversation_id = '00000000-0000-4000-8000-0000000000e3';
  await submitted(['The eider is near.', 'The eider is far.'], { conversation_id });
  const admin = await open(ADMIN);
  const { page } = admin;
  const { body } = await demo.as(ADMIN)('/signals/counts/');
  await admin.open('/signals?status=dismissed');
  await admin
    .button(/^Dismissed \d/)
    .and(page.locator('[aria-current="page"]'))
    .waitFor();
  await admin.button('By conversation').click();
  const tab = (name: string, conversations: string, others: string): Locator =>
    admin.button(`${name} ${Number(body[conversations]) + Number(body[others])}`);
  const current = page.locator('.tabs [aria-current="page"]');
  await tab('To review', 'conversations_to_review', 'ungrouped_to_review').and(current).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('status'), null);
  await tab('Reviewed', 'conversations_reviewed', 'ungrouped_reviewed').click();
  await admin
    .button(/^Reviewed \d/)
    .and(current)
    .waitFor();
  await admin.counts(current, 1);
});

test('a tab of conversations shows nothing of another tab while it is read', async (open) => {
  await submitted(['The smew is white.', 'The smew is grey.']);
  const white = rows(await demo.as(ADMIN)('/signals/?search=smew')).at(-1);
  await demo.as(ADMIN)(`/signals/${String(white?.['id'])}/`, { status: 'reviewed' }, 'PATCH');
  const admin = await open(ADMIN);
  const { page } = admin;
  const isSeen = Promise.withResolvers<void>();
  await page.route('**/signals/grouped_by_conversation/?status=reviewed*', async (route) => {
    await isSeen.promise;
    await route.continue();
  });
  await admin.open('/signals?by=conversation&q=smew');
  await admin.sees('The smew is grey.');
  await admin.button(/^Reviewed \d/).click();
  await page.locator('.spinner').waitFor();
  await admin.counts(page.locator('section.signal'), 0);
  isSeen.resolve();
  await admin.sees('The smew is white.');
});

test('a list is busy while it shows what was asked for before', async (open) => {
  await submitted(['The knot is grey.', 'The knot is red.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const isSeen = Promise.withResolvers<void>();
  await page.route('**/signals/?*sentiment=positive*', async (route) => {
    await isSeen.promise;
    await route.continue();
  });
  await admin.open('/signals?q=knot');
  await admin.counts(page.locator('article.signal'), 2);
  const busy = page.locator('.rows[aria-busy="true"]');
  await admin.counts(busy, 0);
  await page.getByLabel('Sentiment').selectOption('positive');
  await admin.counts(busy.locator('article.signal'), 2);
  isSeen.resolve();
  await admin.counts(page.locator('article.signal'), 0);
  await admin.counts(busy, 0);
});
