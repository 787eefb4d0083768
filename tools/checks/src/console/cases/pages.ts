import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../walls/workspace.ts';
import { ADMIN, CONTRIBUTOR, PICTURES, VIEWER, demo, test } from '../stage.ts';

/** The most that the scripts of the first page may weigh, compressed. Bytes. */
const FIRST_PAGE_BYTES = 250_000;

/** The pages of a project that have an address of their own, by the names of their pictures. */
const PAGES: Readonly<Record<string, string>> = {
  home: '',
  artifacts: '/artifacts',
  artifact: '/artifacts/brief',
  'artifact-edit': '/artifacts/brief?tab=edit',
  'artifact-history': '/artifacts/brief?tab=history',
  'artifact-compare': '/artifacts/brief?tab=compare',
  'artifact-about': '/artifacts/brief?tab=about',
  'mental-map': '/artifacts/mental-map',
  'mental-map-edit': '/artifacts/mental-map?tab=edit',
  playbooks: '/artifacts/playbooks',
  'playbooks-edit': '/artifacts/playbooks?tab=edit',
  process: '/artifacts/boarding-a-passenger',
  documents: '/documents',
  search: '/search?q=money',
  signals: '/signals',
  interviews: '/interviews',
  'interviews-drafts': '/interviews?tab=drafts',
  conversations: '/conversations',
  tools: '/tools',
  members: '/members',
  inbox: '/inbox',
  activity: '/activity',
  settings: '/settings',
  'not-found': '/nothing-is-here',
};

/** Pages of a single thing, each with the list whose first entry it shows. */
const ONES: Readonly<Record<string, string>> = {
  document: '/documents/',
  signal: '/signals/',
  interview: '/interviews/',
  tool: '/tools/',
};

/** Pages outside of projects. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'sign-in': '/sign-in',
  'reset-password': '/reset-password',
  'reset-password-choose': '/reset-password?token=x',
  'accept-invite': '/accept-invite?token=x',
  projects: '/projects',
};

/** How people see the pages. The first look follows the last one, so that a page must also be right after its window has changed. */
const LOOKS = {
  'on a desk': { size: { width: 1280, height: 860 }, colorScheme: 'light' },
  'on a desk, dark': { size: { width: 1280, height: 860 }, colorScheme: 'dark' },
  'on a phone, dark': { size: { width: 380, height: 780 }, colorScheme: 'dark' },
} as const;

async function addressesOfPages(): Promise<readonly (readonly [name: string, address: string])[]> {
  const ones = await Promise.all(
    Object.entries(ONES).map(
      async ([name, list]) => [name, list + (await demo.firstOf(ADMIN, `${list}?limit=1`))] as const,
    ),
  );
  const say = demo.as(ADMIN);
  const { body } = await say('/playground-conversations/', { name: 'Refunds' });
  const conversation = `/playground-conversations/${String(body['id'])}`;
  await say(`${conversation}/messages/`, { content: 'How soon do passengers get their money back?' });
  const inProject = [
    ...Object.entries(PAGES),
    ...ones,
    ['conversation', `/conversations/${String(body['id'])}`] as const,
  ];
  return [
    ...inProject.map(([name, path]) => [name, demo.project + path] as const),
    ...Object.entries(OUTSIDE),
  ];
}

/** Pages that only a link in an e-mail, or a test run of a draft, leads to; other cases test them. */
const ELSEWHERE = ['/stop-reminders', '/test-runs/', '/users'];

test('every page of the router is among those that are looked at', async () => {
  const router = await readFile(join(ROOT, 'apps/console/src/router.tsx'), 'utf8');
  const paths = [...router.matchAll(/^ {2}path: '(\/[^']*)'/gm)].map(([, path = '']) => path);
  assert.ok(paths.length > 20, paths.join());
  const addresses = (await addressesOfPages()).map(([, address]) => new URL(address, demo.address).pathname);
  const isLookedAt = (path: string): boolean => {
    const pattern = new RegExp(`^(${demo.project})?${path.replace(/\$\w+/g, '[^/]+').replace(/\/$/, '')}/?$`);
    return addresses.some((address) => pattern.test(address));
  };
  const others = paths.filter((path) => !ELSEWHERE.some((part) => path.includes(part)));
  assert.deepEqual(
    others.filter((path) => !isLookedAt(path)),
    [],
  );
});

test('every page is accessible and fits on a desk and a phone, light and dark', async (open) => {
  const visitor = await open(ADMIN, { reducedMotion: 'reduce' });
  const { page } = visitor;
  for (const [one, address] of await addressesOfPages()) {
    await page.goto(address);
    await visitor.hasLoaded();
    for (const [look, { size, colorScheme }] of Object.entries(LOOKS)) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await visitor.assertAccessible(look);
      await page.screenshot({ path: join(PICTURES, look, `${one}.png`) });
      const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(excess) <= 0, `${one} is ${String(excess)} pixels too wide ${look}`);
    }
  }
});

for (const who of [CONTRIBUTOR, VIEWER]) {
  test(`${who} can open whatever is in the menu, and nothing in it is refused`, async (open) => {
    const visitor = await open(who);
    const { page, project } = visitor;
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(project);
    const links = page.getByRole('navigation', { name: 'Project' }).getByRole('link');
    await links.first().waitFor();
    await visitor.hasLoaded();
    const names = await links.allTextContents();
    for (const index of names.keys()) {
      // The first link leads to the current page.
      if (index > 0) await page.evaluate("document.querySelector('h1').dataset.left = ''");
      await links.nth(index).click();
      await page.locator('h1:not([data-left])').waitFor();
      await visitor.hasLoaded();
    }
    assert.ok(names.length >= 9, names.join());
    for (const name of ['Members', 'Activity']) assert.ok(!names.includes(name), names.join());
    assert.deepEqual(refused, []);
  });
}

test('the first page is light', async (open) => {
  const { context, page, project } = await open(ADMIN);
  const browser = await context.newCDPSession(page);
  // The context may have fetched the scripts for another case.
  await browser.send('Network.enable');
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
  const asked: Promise<number | null>[] = [];
  page.on('response', (response) => {
    const request = response.request();
    // The code of other pages, fetched ahead some seconds later, is not requested as a script.
    if (request.resourceType() !== 'script') return;
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    asked.push(size.catch(() => null));
  });
  const began = performance.now();
  await page.goto(project);
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  const usableAfter = Math.round(performance.now() - began);
  const sizes = await Promise.all(asked);
  assert.ok(!sizes.includes(null), 'The size of a script is unknown.');
  const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  console.log(`usable after ${usableAfter} ms; ${bytes} bytes of compressed script`);
  assert.ok(bytes > 50_000 && bytes < FIRST_PAGE_BYTES, `${bytes} bytes`);
});

test('a page whose thing cannot be loaded says in its title what it is about', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await page.route(/\/api\/v1\/projects\/[^/]+\/(documents|artifacts|tools)\/[^/?]+\//, (route) =>
    route.fulfill({ status: 500, json: { error: 'It failed.' } }),
  );
  for (const [list, title] of [
    ['documents', 'Documents'],
    ['artifacts', 'Artifacts'],
    ['tools', 'Tools'],
  ] as const) {
    await admin.open('/settings');
    await page.goto(
      `${admin.project}/${list}/${list === 'artifacts' ? 'brief' : await demo.firstOf(ADMIN, `/${list}/?limit=1`)}`,
    );
    await admin.sees('It failed.');
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    assert.equal(await page.title(), `${title} · Project Knowledge`);
  }
});
