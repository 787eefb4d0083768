import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';
import { HOSTILE } from './hostile-content.ts';

const [NAME = '', SUMMARY = ''] = HOSTILE;

/** Elements that stored content must not turn into, wherever it is shown. */
const RISKY =
  'script, iframe, object, embed, form[action], [onerror], [onload], [onclick], [ontoggle], a[href^="javascript:" i], a[href^="data:" i], img';

/** The pages on which an admin reads it as Markdown, as soon as the code that formats it has arrived. */
const FORMATTED = /general-knowledge\?(version=head|tab=edit)$|^\/conversations\/./;

/** Stores hostile content in everything that holds text. Returns the pages that show it, once the product has processed all of it. */
async function store(): Promise<readonly string[]> {
  const say = demo.as(ADMIN);
  const payload = HOSTILE.join('\n\n');
  const idOf = async (path: string, body: unknown): Promise<string> =>
    String((await say(path, body)).body['id']);
  const technical_type = 'markdown';
  await say('/artifacts/', { title: NAME, technical_type, definition_short: SUMMARY, group: '<b>x</b>' });
  await say('/artifacts/general-knowledge/versions/', { payload, change_summary: NAME });
  await say('/artifacts/mental-map/versions/', { payload: { label: NAME, children: [...HOSTILE] } });
  await say('/artifacts/playbooks/versions/', {
    payload: HOSTILE.map((title) => ({ title, steps: [title] })),
  });
  const conversation = await idOf('/playground-conversations/', { name: NAME, tags: [NAME.slice(0, 20)] });
  await say(`/playground-conversations/${conversation}/messages/`, { content: payload });
  const tool = await idOf('/tools/', { name: NAME, description: SUMMARY, tool_type: 'math' });
  for (const feedback of HOSTILE) await say('/signals/', { feedback });
  const transcript = HOSTILE.map((said) => `Somebody: ${said}`).join('\n');
  const interview = await idOf('/interviews/import/', { name: NAME, transcript, campaign_name: SUMMARY });
  await say('/interview-drafts/', { name: NAME, topic: SUMMARY });
  const document = await demo.upload(ADMIN, `${HOSTILE[2]?.replaceAll('/', ' ')}.md`, payload);
  await until('the transcript is read', async () => {
    const { chat_history } = (await say(`/interviews/${interview}/`)).body;
    return Array.isArray(chat_history) && chat_history.length > 0;
  });
  await until('the document is found', async () => {
    const found = await say('/search/', { query: 'hacked', kinds: ['document'] });
    return JSON.stringify(found.body).includes(document);
  });
  return [
    '/artifacts',
    '/artifacts/general-knowledge?version=head',
    '/artifacts/general-knowledge?tab=edit',
    '/artifacts/general-knowledge?tab=history',
    '/artifacts/general-knowledge?tab=compare',
    '/artifacts/mental-map?tab=edit',
    '/artifacts/playbooks?tab=edit',
    '/documents',
    `/documents/${document}`,
    '/search?q=hacked',
    '/signals',
    '/interviews',
    '/interviews?tab=drafts',
    `/interviews/${interview}`,
    '/conversations',
    `/conversations/${conversation}`,
    '/tools',
    `/tools/${tool}`,
    '/inbox',
    '/activity',
    '',
  ];
}

test('what somebody stored runs nowhere', async (open) => {
  const pages = await store();
  for (const who of [ADMIN, VIEWER]) {
    const visitor = await open(who);
    visitor.page.on('dialog', (dialog) => {
      visitor.complaints.push(`A dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    for (const one of pages) {
      await visitor.page.goto(visitor.project + one);
      await visitor.page.locator('h1, .state').first().waitFor();
      await visitor.counts(visitor.page.locator('.spinner'), 0);
      if (who === ADMIN && FORMATTED.test(one)) await visitor.page.locator('.markdown').first().waitFor();
      assert.equal(await visitor.page.evaluate('window.hacked'), undefined, one);
      assert.equal(await visitor.page.locator('#content').locator(RISKY).count(), 0, one);
    }
  }
});

test('a text that would take minutes to format is plain, and its page is used as any other', async (open) => {
  const path = await artifactWith('Lists in lists', `${'- '.repeat(1_500)}deep inside`);
  const admin = await open(ADMIN);
  const { page } = admin;
  const isFormatter = page.waitForResponse(/\/markdown-[^/]*\.js$/);
  await admin.open(`${path}?version=head`);
  await isFormatter;
  await admin.button('Sign out').waitFor();
  await page.locator('.page-text', { hasText: 'deep inside' }).waitFor();
  await admin.link('Documents').click();
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
});

test('a mental map that would take minutes to show is text, where it is read and where it is written', async (open) => {
  const children = Array.from({ length: 3_000 }, (_one, n) => ({ label: `Fulmar ${n}` }));
  const path = await artifactWith('A map of fulmars', { label: 'All', children }, 'mental_map');
  const admin = await open(ADMIN);
  const { page } = admin;
  const text = page.locator('pre.page-text', { hasText: 'Fulmar 2999' });
  await admin.open(`${path}?version=head`);
  await text.waitFor();
  await admin.open(`${path}?tab=edit`);
  await page.getByRole('region', { name: 'Preview' }).locator(text).waitFor();
});

test('of versions that differ in thousands of lines, the first are compared, and more on demand', async (open) => {
  const linesOf = (what: string): string =>
    Array.from({ length: 2_500 }, (_one, n) => `${what} ${n}`).join('\n');
  const path = await artifactWith('Lines of gannets', linesOf('Gannet'));
  const payload = linesOf('Fulmar');
  await demo.as(ADMIN)(`${path}/versions/`, { payload, change_summary: 'Others' });
  const admin = await open(ADMIN);
  const { page } = admin;
  const lines = page.locator('.diff tbody tr');
  await admin.open(`${path}?tab=compare`);
  await admin.counts(lines, 1_000);
  await admin.button('Show more (1500 further)').click();
  await admin.counts(lines, 2_000);
  await admin.button('Show more (500 further)').click();
  await admin.counts(lines, 2_500);
  await admin.isNotOffered(/^Show more/);
});

test('long words without a space fit on a phone', async (open) => {
  const word = 'W'.repeat(250);
  const say = demo.as(ADMIN);
  const { body } = await say('/artifacts/', {
    title: word,
    technical_type: 'markdown',
    group: 'G'.repeat(64),
    definition_short: word,
  });
  const artifact = `/artifacts/${String(body['slug'])}`;
  await say(`${artifact}/versions/`, { payload: word, short_name: word, change_summary: word });
  const { body: tool } = await say('/tools/', { name: word, description: word, tool_type: 'math' });
  const documentId = await demo.upload(ADMIN, `${word}.md`, word);
  await say(`/documents/${documentId}/metadata-add/`, { key: 'K'.repeat(100), value: 'V'.repeat(100) });
  const admin = await open(ADMIN, { viewport: { width: 375, height: 780 } });
  const paths = ['read', 'edit', 'history', 'about'].map((tab) => `${artifact}?tab=${tab}`);
  const ones = [`/tools/${String(tool['id'])}`, `/documents/${documentId}`];
  for (const path of ['', '/artifacts', ...paths, '/tools', '/documents', ...ones]) {
    await admin.open(path);
    const excess = await admin.page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(Number(excess) <= 0, `${path} is ${String(excess)} pixels too wide`);
  }
});

interface Measured {
  getBoundingClientRect(): { readonly left: number; readonly right: number };
}
interface Shown extends Measured {
  readonly ownerDocument: { createRange(): Measured & { selectNodeContents(of: Shown): void } };
  computedStyleMap(): { get(property: string): unknown };
}

/** Whether the text of an element is at the element's right edge. */
function isAtItsRight(element: Shown): boolean {
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
  return box.right - text.right < text.left - box.left;
}

test('what is written from right to left is set so, wherever it is shown', async (open) => {
  const text = 'שלום (world)';
  const cells = `| A column of figures | Another column of them |\n| --- | ---: |\n| ${text} | 12 |`;
  const payload = [`# ${text}`, text, `- ${text}`, `> ${text}`, cells, 'From left to right.'].join('\n\n');
  const path = await artifactWith(text, payload);
  const admin = await open(ADMIN);
  const { page } = admin;
  const isAtTheRight = (tag: string, hasText: string): Promise<boolean> =>
    page.locator('.markdown').locator(tag, { hasText }).first().evaluate(isAtItsRight);
  await admin.open(path);
  for (const tag of ['h1', 'p', 'li', 'blockquote p', 'td'])
    assert.equal(await isAtTheRight(tag, text), true, tag);
  await page.locator('.markdown ul:dir(rtl)').waitFor();
  assert.equal(await isAtTheRight('p', 'From left to right.'), false);
  assert.equal(await isAtTheRight('th', 'A column of figures'), false);
  await admin.open(`${path}?tab=edit`);
  for (const field of ['Content', 'What changed, and why']) {
    const set = await page
      .getByLabel(field)
      .evaluate((box: Shown) => String(box.computedStyleMap().get('unicode-bidi')));
    assert.equal(set, 'plaintext', field);
  }
});
