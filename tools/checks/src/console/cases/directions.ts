import { strict as assert } from 'node:assert';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../smoke/product.ts';
import { ADMIN, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { artifactWith } from './artifact-with.ts';

/** A Hebrew name whose last character, as it is written, is drawn at its left. */
const NAME = 'ברווז (2)!';

/** The parts of an element in the browser that these cases use. */
interface Shown {
  readonly textContent: string;
  readonly ownerDocument: {
    createTreeWalker(root: Shown, texts: 4): { nextNode(): Text | null };
    createRange(): {
      setStart(text: Text, at: number): void;
      setEnd(text: Text, at: number): void;
      getBoundingClientRect(): { readonly left: number; readonly right: number };
    };
    getSelection(): { selectAllChildren(element: Shown): void; toString(): string };
  };
}

interface Text {
  readonly length: number;
}

/** Where the middle of each character of a part of an element's text is drawn, from the left. Pixels. */
async function drawnAt(element: Locator, part: string): Promise<readonly number[]> {
  const places = await element.evaluate((shown: Shown, wanted: string) => {
    const { ownerDocument: page, textContent } = shown;
    const texts = page.createTreeWalker(shown, 4);
    const middles: number[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (let at = 0; at < text.length; at += 1) {
        const range = page.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { left, right } = range.getBoundingClientRect();
        middles.push((left + right) / 2);
      }
    const begin = textContent.indexOf(wanted);
    return begin === -1 ? [] : middles.slice(begin, begin + wanted.length);
  }, part);
  assert.equal(places.length, part.length, `“${part}” is shown`);
  return places;
}

/** The characters of a part of an element's text, in the order in which they are drawn from the left. */
async function fromTheLeft(element: Locator, part: string): Promise<string> {
  await element.filter({ hasText: part }).waitFor();
  const places = await drawnAt(element, part);
  const drawn = [...part].map((character, index) => ({ character, at: places[index] ?? 0 }));
  return drawn
    .toSorted((one, other) => one.at - other.at)
    .map(({ character }) => character)
    .join('');
}

/** The name as it is drawn from the left: its last character comes first. */
const DRAWN_NAME = [...NAME].toReversed().join('');

/** The first element of a selector that contains the name. */
function named(page: Page, selector: string): Locator {
  return page.locator(selector, { hasText: NAME }).first();
}

const MIXED = 'See below.\n\nהכלי Nexus (גרסה ב)!\n\n\nהכלי Nexus (גרסה ג)!\nThe end.\n';
/** Its right-to-left lines, and how they are drawn, from the left. */
const LINES = [
  ['הכלי Nexus (גרסה ב)!', '!)ב הסרג( Nexus ילכה'],
  ['הכלי Nexus (גרסה ג)!', '!)ג הסרג( Nexus ילכה'],
] as const;

async function assertLinesAreInOrder(text: Locator): Promise<void> {
  for (const [line, drawn] of LINES) assert.equal(await fromTheLeft(text, line), drawn);
}

/** The text that copying all of an element yields. */
function copied(element: Locator): Promise<string> {
  return element.evaluate((shown: Shown) => {
    const selection = shown.ownerDocument.getSelection();
    selection.selectAllChildren(shown);
    return selection.toString();
  });
}

async function openWhenRead(visitor: Visitor, path: string): Promise<Locator> {
  const text = visitor.page.locator('.page-text');
  await until('it is read', async () => {
    await visitor.open(path);
    return (await text.count()) > 0;
  });
  return text;
}

test('brackets stay in right-to-left lines, and what is copied and marked is what was written', async (open) => {
  const admin = await open(ADMIN);
  const id = await demo.upload(ADMIN, 'mallards.md', MIXED);
  const text = await openWhenRead(admin, `/documents/${id}?mark=Nexus`);
  await assertLinesAreInOrder(text);
  assert.equal((await copied(text)).trim(), MIXED.trim());
  assert.deepEqual(await text.locator('mark').allTextContents(), ['Nexus', 'Nexus']);
  const say = demo.as(ADMIN);
  const { body } = await say('/playground-conversations/', { name: 'Mallards' });
  const conversation = `/playground-conversations/${String(body['id'])}`;
  await say(`${conversation}/messages/`, { content: MIXED });
  await admin.open(`/conversations/${String(body['id'])}`);
  await assertLinesAreInOrder(admin.page.locator('.bubble.mine .page-text'));
});

test('the address of a service account stays in one piece beside a right-to-left name', async (open) => {
  const admin = await open(ADMIN);
  const { page, dialog } = admin;
  await admin.open('/members');
  await admin.button('New service account').click();
  await dialog.getByLabel('Name').fill(NAME);
  await admin.answer('New service account');
  const account = named(page, 'summary');
  const text = String(await account.textContent());
  const address = text.slice(text.indexOf(NAME) + NAME.length).trim();
  assert.match(address, /@service-accounts\.invalid$/);
  assert.equal(await fromTheLeft(account, address), address);
  assert.equal(await fromTheLeft(account, NAME), DRAWN_NAME);
  const [name, places] = [await drawnAt(account, NAME), await drawnAt(account, address)];
  assert.ok(Math.max(...name) < Math.min(...places), 'the name is not within the address');
});

test('sentences go from left to right around a right-to-left name that they quote', async (open) => {
  const admin = await open(ADMIN);
  const { page, dialog } = admin;
  const id = await demo.upload(ADMIN, NAME, '# Pochards\n');
  const uploaded = page.locator('.rows p', { hasText: `Uploaded "${NAME}".` }).first();
  for (const path of ['/', '/activity']) {
    await admin.open(path);
    assert.equal(await fromTheLeft(uploaded, `Uploaded "${NAME}".`), `Uploaded "${DRAWN_NAME}".`);
  }
  await openWhenRead(admin, `/documents/${id}`);
  const ready = page.locator('.member p', { hasText: `"${NAME}" is ready.` }).first();
  await until('its reading is told', async () => {
    await admin.open('/inbox');
    return (await ready.count()) > 0;
  });
  assert.equal(await fromTheLeft(ready, `"${NAME}" is ready.`), `"${DRAWN_NAME}" is ready.`);
  await admin.open(`/documents/${id}`);
  await admin.button('Delete').click();
  assert.equal(await fromTheLeft(dialog.locator('p').first(), `“${NAME}”?`), `“${DRAWN_NAME}”?`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await admin.open('/members');
  await admin.button('New service account').click();
  await dialog.getByLabel('Name').fill(NAME);
  await admin.answer('New service account');
  const told = named(page, '.toast');
  await admin.isTold(NAME);
  assert.equal(await fromTheLeft(told, `“${NAME}” is created`), `“${DRAWN_NAME}” is created`);
});

test('right-to-left names have their punctuation at the left, wherever they are', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const say = demo.as(ADMIN);
  const artifact = await artifactWith(
    'Shovelers',
    [{ title: NAME, steps: ['Feed', 'Rest'] }],
    'playbook_list',
  );
  await say(artifact + '/', { group: NAME }, 'PATCH');
  await say(artifact + '/versions/', { payload: [{ title: NAME, steps: ['Feed'] }], short_name: NAME });
  await say('/playground-conversations/', { name: 'Gadwalls', tags: [NAME] });
  await say('/tools/', {
    name: NAME,
    description: '',
    tool_type: 'retrieval',
    retrieval_mode: 'semantic-chunks',
  });
  const id = await demo.upload(ADMIN, 'gadwalls.md', '# Gadwalls\n');
  await say(`/documents/${id}/metadata-add/`, { key: 'Team', value: NAME });
  for (const [path, selector] of [
    [artifact, '.page > .row > span'],
    [artifact, 'summary'],
    [`${artifact}?tab=history`, '.timeline .row > span'],
    ['/conversations', '.badge'],
    ['/tools', '.rows-row a'],
    [`/documents/${id}`, 'a.badge'],
  ] as const) {
    await admin.open(path);
    assert.equal(await fromTheLeft(named(page, selector), NAME), DRAWN_NAME, `${path} ${selector}`);
  }
});

test('right-to-left Markdown has its bullets beside their items, and its first column on the right', async (open) => {
  const lists = ['ברווז', 'Feed the ducks!', 'Nexus: ברווז!'].map((text) => `- ${text}`);
  const table = '| ברווז | Duck |\n| --- | --- |\n| אחת | 1 |';
  const path = await artifactWith(
    'Teals',
    `${lists.join('\n')}\n\nText\n\n${lists.join('\n\n')}\n\n${table}\n`,
  );
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(path);
  const markdown = page.locator('.markdown');
  await markdown.locator('table').waitFor();
  const all = await markdown.locator('ul').all();
  assert.equal(all.length, 2);
  for (const list of all) {
    const [hebrew, latin] = [list.locator('li').first(), list.locator('li').last()];
    const english = await drawnAt(list.locator('li').nth(1), 'Feed the ducks!');
    const [first = 0] = await drawnAt(hebrew, 'ב');
    const places = await drawnAt(latin, 'Nexus: ברווז!');
    assert.ok(Math.abs(Math.max(...places) - first) < 10, 'both begin at the right');
    assert.ok(Math.abs(Math.max(...english) - first) < 10, 'and so does what is read from the left');
    assert.deepEqual(
      english,
      english.toSorted((a, b) => a - b),
    );
    assert.equal(Math.min(...places), places.at(-1));
  }
  const [[right = 0], [left = 0]] = [await drawnAt(markdown, 'אחת'), await drawnAt(markdown, 'Duck')];
  assert.ok(left < right, 'the first column is on the right');
});
