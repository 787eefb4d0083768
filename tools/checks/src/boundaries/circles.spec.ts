import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { judgeCircles } from './circles.ts';

const importing = (path: string, ...targets: string[]) => ({
  path,
  text: targets.map((target) => `import { x } from '${target}';`).join('\n'),
});

test('accepts folders that import in one direction', () => {
  const files = [
    importing('app.module.ts', './versions/versions.service.ts', './artifacts/artifact.entity.ts'),
    importing(
      'versions/versions.service.ts',
      '../artifacts/artifact.entity.ts',
      './version.entity.ts',
      'typeorm',
    ),
    importing('artifacts/artifact.entity.ts', '../app.config.ts'),
  ];
  assert.deepEqual(judgeCircles('apps/x/src', files), []);
});

test('refuses two folders that import each other, in whatever form', () => {
  const files = [
    importing('a/one.ts', '../b/two.ts'),
    { path: 'b/two.ts', text: `const three = await import('../a/three.ts');` },
  ];
  assert.deepEqual(judgeCircles('apps/x/src', files), [
    'apps/x/src: a imports b imports a. Move what they share below both.',
  ]);
});

test('refuses a circle through three folders once', () => {
  const files = [
    importing('a/one.ts', '../b/two.ts'),
    importing('b/two.ts', '../c/three.ts'),
    importing('c/three.ts', '../a/one.ts'),
    importing('d/four.ts', '../a/one.ts'),
  ];
  assert.equal(judgeCircles('apps/x/src', files).length, 1);
});
