import { strict as assert } from 'node:assert';
import { ADMIN, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { artifactWith } from './artifact-with.ts';

const DRILLS = [
  { title: 'Fire', steps: ['Shout.', 'Ring.', 'Pump.'] },
  { title: 'Leak', steps: ['Plug.'] },
];

/** The values of all fields with a label, in the order of the page. */
function valuesOf({ page }: Visitor, label: RegExp): Promise<string[]> {
  return page
    .getByRole('textbox', { name: label })
    .evaluateAll((all: readonly { value: string }[]) => all.map(({ value }) => value));
}

test('a row is moved on by the same key again, and back from the end', async (open) => {
  const path = await artifactWith('Fire drills', DRILLS, 'playbook_list');
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(`${path}?tab=edit`);
  await page
    .getByRole('group', { name: 'Playbook 1' })
    .getByRole('button', { name: 'Move up: steps 3' })
    .focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.deepEqual(await valuesOf(admin, /^steps/), ['Pump.', 'Shout.', 'Ring.', 'Plug.']);
  await page.keyboard.press('Enter');
  assert.deepEqual(await valuesOf(admin, /^steps/), ['Shout.', 'Pump.', 'Ring.', 'Plug.']);
});

test('what was removed from a form can be put back, where there was something in it', async (open) => {
  const path = await artifactWith('Leak drills', DRILLS, 'playbook_list');
  const admin = await open(ADMIN);
  const { page } = admin;
  const told = page.locator('.toast');
  await admin.open(`${path}?tab=edit`);
  await admin.button('Remove: Playbook 1').click();
  await admin.isTold('Playbook 1 is removed.');
  await page.getByRole('textbox', { name: 'title' }).fill('Leaks');
  await admin.button('Undo').click();
  assert.deepEqual(await valuesOf(admin, /^title/), ['Fire', 'Leaks']);
  assert.deepEqual(await valuesOf(admin, /^steps/), ['Shout.', 'Ring.', 'Pump.', 'Plug.']);
  await admin.button('Remove: steps (Playbook 1)').click();
  await admin.button('Undo').click();
  assert.deepEqual(await valuesOf(admin, /^steps/), ['Shout.', 'Ring.', 'Pump.', 'Plug.']);
  // Steps of a playbook that was moved since cannot be put back.
  await admin.button('Remove: steps 1').first().click();
  await admin.isTold('steps 1 is removed.');
  await admin.button('Move down: Playbook 1').focus();
  await page.keyboard.press('Enter');
  await admin.counts(told, 0);
  await admin.button('Add: Playbook').click();
  await admin.button('Remove: Playbook 3').click();
  await admin.counts(page.getByRole('textbox', { name: 'title' }), 2);
  assert.equal(await told.count(), 0);
});

for (const width of [901, 1024, 1440])
  test(`fields of a form are wide enough to write into where the window is ${width} px wide`, async (open) => {
    const path = await artifactWith(`Drills at ${width}`, DRILLS, 'playbook_list');
    const admin = await open(ADMIN, { viewport: { width, height: 900 } });
    await admin.open(`${path}?tab=edit`);
    const box = await admin.page
      .getByRole('textbox', { name: /^steps/ })
      .first()
      .boundingBox();
    assert.ok(box && box.width >= 160, `${box?.width} px`);
  });

const NODES = [
  { label: 'Cliffs', children: [{ label: 'Ledges', children: [{ label: 'Nests', note: 'Of puffins' }] }] },
];

for (const width of [360, 768, 1280])
  test(`fields of nodes in nodes are wide enough, and beside nothing, where the window is ${width} px wide`, async (open) => {
    const title = `Cliffs at ${width}`;
    const path = await artifactWith(title, { title, nodes: NODES }, 'mental_map');
    const admin = await open(ADMIN, { viewport: { width, height: 900 } });
    const { page } = admin;
    await admin.open(`${path}?tab=edit`);
    const form = page.locator('.editor > .stack').first();
    const { x = 0, width: room = 0 } = (await form.boundingBox()) ?? {};
    const fields = await form.getByRole('textbox', { name: /^(title|label|note)/ }).all();
    assert.equal(fields.length, 5);
    for (const field of fields) {
      const box = await field.boundingBox();
      assert.ok(box && box.width >= 150, `${box?.width} px`);
      assert.ok(box.x + box.width <= x + room, `${box.x + box.width - x - room} px beyond its column`);
    }
  });

/** How long the keyboard may take to reach a distant control. Milliseconds. */
const REACHED_MS = 60_000;

test('what was removed can be put back by the keyboard, which reaches it last', async (open) => {
  const path = await artifactWith('Goosander drills', DRILLS, 'playbook_list');
  const admin = await open(ADMIN);
  const { page } = admin;
  await page.clock.install();
  await admin.open(`${path}?tab=edit`);
  await admin.button('Remove: Playbook 1').focus();
  await page.keyboard.press('Enter');
  await admin.sees('Playbook 1 is removed.');
  await page.clock.fastForward(REACHED_MS);
  await admin.button('Undo').focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await valuesOf(admin, /^title/), ['Fire', 'Leak']);
});
