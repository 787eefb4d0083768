import { strict as assert } from 'node:assert';
import type { Page } from 'playwright-core';
import { until } from '../../smoke/product.ts';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';
import { HOSTILE } from './hostile-content.ts';

const NAMESPACE = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

function aProcess(elements: string): string {
  return `<definitions xmlns="${NAMESPACE}" targetNamespace="t"><process id="p">${elements}</process></definitions>`;
}

/** A sequence of tasks with these names. */
function aSequence(names: readonly string[]): string {
  const steps = names.map((name, index) => {
    const value = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    const flow =
      index === 0 ? '' : `<sequenceFlow name="${value}" sourceRef="t${index - 1}" targetRef="t${index}"/>`;
    return `<task id="t${index}" name="${value}"/>${flow}`;
  });
  return aProcess(steps.join(''));
}

/** Creates a process with this content. Returns its path. */
async function processOf(title: string, payload: string): Promise<string> {
  const say = demo.as(ADMIN);
  const { body } = await say('/artifacts/', { title, technical_type: 'bpmn_xml' });
  const path = `/artifacts/${String(body['slug'])}`;
  if (payload !== '') await say(`${path}/versions/`, { payload, change_summary: 'First' });
  return path;
}

async function widthOf(page: Page): Promise<number> {
  return (await page.locator('.process svg').boundingBox())?.width ?? 0;
}

async function excessOf(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
}

for (const [name, options] of [
  ['on a desk', { viewport: { width: 1280, height: 860 } }],
  ['on a phone, dark', { viewport: { width: 380, height: 780 }, colorScheme: 'dark' }],
] as const) {
  test(`a process is a diagram with its steps in words ${name}`, async (open) => {
    const visitor = await open(VIEWER, options);
    const { page } = visitor;
    await visitor.open('/artifacts/boarding-a-passenger');
    const diagram = page.getByRole('img', { name: /^Diagram of .*Sund Ferries, with \d+ steps/ });
    await diagram.waitFor();
    for (const text of ['Scan the ticket', 'Harbour kiosk', 'payment'])
      await diagram.locator('text', { hasText: text }).first().waitFor();
    await page.locator('summary', { hasText: 'what follows each' }).click();
    const step = page.locator('.steps li', { hasText: 'Valid for this sailing?' }).nth(1);
    await step.getByText('yes:').waitFor();
    await visitor.assertAccessible();
    assert.ok((await excessOf(page)) <= 0);
  });
}

test('a diagram is zoomed by buttons and by keys, within its frame', async (open) => {
  const visitor = await open(VIEWER, { viewport: { width: 380, height: 780 } });
  const { page } = visitor;
  await visitor.open('/artifacts/boarding-a-passenger');
  await page.locator('.process svg').waitFor();
  const before = await widthOf(page);
  await visitor.button('Zoom in').click();
  await until('it is larger', async () => (await widthOf(page)) > before);
  assert.ok((await excessOf(page)) <= 0);
  await visitor.button('Fit').click();
  const frame = page.locator('.process-frame');
  const room = Number((await frame.boundingBox())?.width);
  await until('all of it is seen', async () => (await widthOf(page)) <= room);
  const fitting = await widthOf(page);
  await frame.focus();
  await page.keyboard.press('+');
  await until('it is larger', async () => (await widthOf(page)) > fitting);
  await page.keyboard.press('0');
  await until('all of it is seen', async () => (await widthOf(page)) <= room);
});

test('a process that is being written says what is wrong, and is drawn once it is right', async (open) => {
  const path = await processOf('Written', '');
  const admin = await open(ADMIN);
  await admin.open(path);
  await admin.sees('This version is empty.');
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', aSequence(['Moor', 'Open the ramp']).slice(0, -20));
  await admin.sees('This is not well-formed XML yet: see line 1.');
  await admin.fill('Content', '<html/>');
  await admin.sees('This is not BPMN 2.0 yet');
  await admin.fill('Content', aProcess(''));
  await admin.sees('There is nothing in this process yet.');
  await admin.fill('Content', aSequence(['Moor', 'Open the ramp']));
  await admin.page.locator('.process text', { hasText: 'Open the ramp' }).first().waitFor();
});

test('what a process is called stays a text', async (open) => {
  const path = await processOf('Hostile process', aSequence(HOSTILE));
  const admin = await open(ADMIN);
  await admin.open(path);
  await admin.page.locator('.process text').first().waitFor();
  await admin.page.locator('summary', { hasText: 'what follows each' }).click();
  assert.equal(await admin.page.evaluate('window.hacked'), undefined);
  const risky = 'foreignObject, script, image, use, a, [style], [onload], [onerror], [href]';
  assert.equal(await admin.page.locator('.process svg').locator(risky).count(), 0);
});

test('a process of 2,000 steps is drawn, and one of 3,000 is listed', async (open) => {
  const names = Array.from({ length: 3_000 }, (_one, index) => `Step ${index}`);
  const large = await processOf('Large process', aSequence(names.slice(0, 2_000)));
  const larger = await processOf('Larger process', aSequence(names));
  const viewer = await open(ADMIN);
  await viewer.open(large);
  await viewer.page.getByRole('img', { name: /with 2000 steps/ }).waitFor();
  await viewer.open(larger);
  await viewer.sees('3000 elements are too many for a diagram.');
  await viewer.page.locator('.steps').getByText('Step 7', { exact: true }).first().waitFor();
});

test('each line of a name has its own direction', async (open) => {
  const path = await processOf('Of the hoopoe', aSequence(['(שלב 2)!', 'Đặt vé', 'น้ำขึ้นให้รีบตัก']));
  const admin = await open(ADMIN);
  await admin.open(path);
  const name = admin.page.locator('.process text', { hasText: 'שלב' }).first();
  await name.waitFor();
  // The end of a name that runs from right to left is at its left.
  const isAtTheLeft = await name.evaluate(
    (text: { getStartPositionOfChar(index: number): { readonly x: number } }) =>
      text.getStartPositionOfChar(7).x < text.getStartPositionOfChar(1).x,
  );
  assert.ok(isAtTheLeft);
});
