import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { judgeLinks } from './links.ts';

const GUIDE =
  "# Guide\n\n## What `npm start` does: it's simple\n\n## Again\n\n## Again\n\n```sh\n# No heading\n```\n";

function judged(text: string): readonly string[] {
  const pages = new Map([
    ['README.md', GUIDE],
    ['docs/guide.md', GUIDE],
    ['docs/adr/0001-first.md', text],
  ]);
  const files = [...pages.keys(), 'docs', 'tools/run.ts'];
  return judgeLinks(pages, (path) => files.includes(path.replace(/\/$/, '')));
}

for (const target of [
  '../guide.md',
  '../guide.md#what-npm-start-does-its-simple',
  '../guide.md#again-1',
  '../../README.md#again',
  '../../tools/run.ts',
  '../../docs/',
  '#first',
  'https://example.com/missing.md',
  'mailto:nobody@example.com',
])
  test(`${target} leads somewhere`, () => assert.deepEqual(judged(`# First\n\n[it](${target})\n`), []));

for (const target of [
  '../gone.md',
  '../guide.md#gone',
  '../guide.md#again-2',
  '../guide.md#no-heading',
  '#gone',
  '../tools/run.ts',
])
  test(`${target} leads nowhere`, () =>
    assert.deepEqual(judged(`# First\n\n[it](${target})\n`), [
      `docs/adr/0001-first.md: the link to ${target} leads nowhere.`,
    ]));

test('code has no links', () =>
  assert.deepEqual(judged('# First\n\n`[it](gone.md)`\n\n```md\n[it](gone.md)\n```\n'), []));
