import { strict as assert } from 'node:assert';
import type { Locator, Page } from 'playwright-core';
import { ADMIN, demo, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';

/** How the first element of a selector is drawn. */
async function styleOf(page: Page, selector: string, property: string): Promise<string> {
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  return String(await page.evaluate(`getComputedStyle(${element}).${property}`));
}

test('all of a page grows with the text of the browser', async (open) => {
  const { page, project } = await open(ADMIN);
  await page.goto(project);
  await page.locator('h1').waitFor();
  assert.equal(await styleOf(page, 'body', 'fontSize'), '15px');
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  assert.equal(await styleOf(page, 'body', 'fontSize'), '30px');
});

test('where the system chooses the colours, what is current or filled is drawn', async (open) => {
  const admin = await open(ADMIN, { forcedColors: 'active' });
  const { page } = admin;
  await admin.open('/signals');
  await page.locator('article.signal').first().waitFor();
  for (const marked of ['.signal[data-current=true]', '.side [aria-current=page]'])
    assert.equal(await styleOf(page, marked, 'outlineStyle'), 'solid');
  assert.notEqual(
    await styleOf(page, '.tabs [aria-current=page]', 'borderBottomColor'),
    await styleOf(page, '.tabs :not([aria-current=page])', 'borderBottomColor'),
  );
  await admin.open('/activity');
  await page.locator('.bars').first().waitFor();
  assert.notEqual(
    await styleOf(page, '.bars > span:not([data-empty=true])', 'backgroundColor'),
    await styleOf(page, '.bars > span[data-empty=true]', 'backgroundColor'),
  );
});

test('what is printed is what was written, dark on white', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(`${admin.project}/artifacts/brief`);
  await page.locator('article.card').waitFor();
  for (const pressed of ['.side', '.tabs', '.button', '.toolbar'])
    await admin.counts(page.locator(pressed).filter({ visible: true }), 0);
  assert.equal(await styleOf(page, 'article.card', 'backgroundColor'), 'rgb(255, 255, 255)');
});

test('what is said of an interview is what is new, not how long ago the rest was', async (open) => {
  const admin = await open(ADMIN);
  await admin.open(`/interviews/${await demo.firstOf(ADMIN, '/interviews/?limit=1')}`);
  assert.equal(await admin.page.getByRole('log').getAttribute('aria-relevant'), 'additions');
});

test('what changes by itself is said to those who do not see it', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/signals?q=nothing+of+the+kind');
  await page.getByRole('status').getByText('No signal matches.').waitFor();
  // A tool's result is written into an element that was there before.
  await admin.open('/tools');
  await admin.link(/calculator/i).click();
  await admin.button('Run').waitFor();
  await page.evaluate("document.querySelector('section[aria-live]').dataset.before = ''");
  await admin.fill(/^expression/, '2 + 2');
  await admin.button('Run').click();
  await page.locator('section[data-before]', { hasText: '1 result' }).waitFor();
});

test('one entry of the menu is where one is', async (open) => {
  const admin = await open(ADMIN);
  await admin.open('/signals');
  await admin.counts(admin.page.locator('.side [aria-current]'), 1);
  await admin.page.locator('.side [aria-current=page]', { hasText: 'Signals' }).waitFor();
});

for (const [where, options] of [
  ['where the system chooses the colours', { forcedColors: 'active' }],
  ['on paper', {}],
] as const)
  test(`what differs between two versions is seen ${where}`, async (open) => {
    const path = await artifactWith(`Redshanks ${where}`, 'The same.\nThe old one.\nGone.\n');
    const payload = 'New.\nThe same.\nThe new one.\n';
    await demo.as(ADMIN)(`${path}/versions/`, { payload, change_summary: 'Second' });
    const admin = await open(ADMIN, options);
    const { page } = admin;
    if (where === 'on paper') await page.emulateMedia({ media: 'print' });
    await admin.open(`${path}?tab=compare`);
    for (const [side, mark, line, whole] of [
      ['.gone', 'del', 'line-through', 'Gone.'],
      ['.new', 'ins', 'underline', 'New.'],
    ] as const) {
      await page.locator(`.diff ${side} ${mark}`, { hasText: whole }).waitFor();
      assert.equal(await styleOf(page, `.diff ${side} ${mark}`, 'textDecorationLine'), line);
      assert.equal(await styleOf(page, `.diff ${side}`, 'borderLeftStyle'), 'solid');
    }
  });

test('where the system chooses dark colours, a diagram has them, whatever was chosen here', async (open) => {
  const admin = await open(ADMIN, { forcedColors: 'active', colorScheme: 'dark' });
  const { page } = admin;
  await page.addInitScript("localStorage.setItem('pks.theme', 'light')");
  await admin.open('/artifacts/boarding-a-passenger');
  await page.locator('.process-frame svg').first().waitFor();
  const canvas = await page.evaluate(
    "((probe) => (document.body.append(probe), (probe.style.cssText = 'color: Canvas; background: CanvasText'), [getComputedStyle(probe).color, getComputedStyle(probe).backgroundColor]))(document.createElement('i'))",
  );
  assert.ok(Array.isArray(canvas));
  const [paper, ink] = canvas.map(String);
  assert.equal(await styleOf(page, '.process-frame text', 'fill'), ink);
  assert.equal(await styleOf(page, '.bpmn-activity > rect', 'stroke'), ink);
  assert.equal(await styleOf(page, '.bpmn-activity > rect', 'fill'), paper);
  assert.equal(await styleOf(page, '[data-kind="Start event"] > ellipse', 'stroke'), ink);
});

test('the hint of a field is said with it, and with why content cannot be saved', async (open) => {
  const path = await artifactWith('Wigeons', { title: 'Wigeons', nodes: [] }, 'mental_map');
  const admin = await open(ADMIN);
  const { page } = admin;
  /** The texts by which a field is described. */
  const described = (field: Locator): Promise<string> =>
    field.evaluate((one: { ariaDescribedByElements: readonly { textContent: string }[] | null }) =>
      (one.ariaDescribedByElements ?? []).map(({ textContent }) => textContent).join(' '),
    );
  await admin.open('/settings');
  assert.equal(await described(page.getByLabel('New password')), '10 to 128 characters');
  await admin.open(`${path}?tab=edit`);
  await admin.button('As JSON').click();
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.fill('{');
  await page.locator('[aria-invalid=true]').and(content).waitFor();
  assert.match(await described(content), /JSON/);
});
