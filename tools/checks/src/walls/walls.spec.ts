import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { test } from 'node:test';
import { ESLint, type Linter } from 'eslint';
import typescript from 'typescript-eslint';
import { WALLS } from './config.ts';
import { ROOT } from './workspace.ts';

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfigFile: true,
  overrideConfig: [...WALLS, { files: ['**/*.{ts,tsx}'], languageOptions: { parser: typescript.parser } }],
});

async function reportsOn(file: string, code: string): Promise<number> {
  const results = await eslint.lintText(code, { filePath: join(ROOT, file) });
  const messages = results.flatMap((result) => result.messages);
  assert.deepEqual(
    messages.filter((message) => message.fatal === true),
    [],
  );
  return messages.length;
}

const REFUSED = [
  ['an app imports an app', 'apps/identity/src/a.ts', `import '@pks/knowledge';`],
  ['a test imports an app', 'apps/identity/test/a.e2e-spec.ts', `import '@pks/knowledge';`],
  ['an app imports the testing library', 'apps/identity/src/a.ts', `import '@pks/testing';`],
  ['an app imports a tool', 'apps/identity/src/a.ts', `import '@pks/stack';`],
  ['the platform imports an app', 'libs/platform/src/a.ts', `import '@pks/identity';`],
  ['the contracts import the platform', 'libs/contracts/src/a.ts', `import '@pks/platform';`],
  ['a tool imports a library', 'tools/launcher/src/a.ts', `import '@pks/contracts';`],
  ['a package that the manifest does not declare', 'apps/identity/src/a.ts', `import 'yauzl';`],
  ['a package that is not there', 'apps/identity/src/a.ts', `import '@pks/nothing';`],
  ['a relative import leaves its package', 'apps/identity/src/a.ts', `import '../../knowledge/src/b.js';`],
  [
    'a relative import enters a library',
    'apps/identity/src/a.ts',
    `import '../../../libs/platform/src/b.js';`,
  ],
  ['a service imports the ORM', 'apps/knowledge/src/artifacts/artifacts.service.ts', `import 'typeorm';`],
  [
    'a controller imports the ORM',
    'apps/knowledge/src/artifacts/artifacts.controller.ts',
    `import 'typeorm/driver';`,
  ],
  ['a repository imports the driver', 'apps/knowledge/src/artifacts/artifacts.repository.ts', `import 'pg';`],
  ['a service serves HTTP', 'apps/knowledge/src/main.ts', `import { createServer } from 'node:http';`],
  ['a service uses Fastify', 'apps/knowledge/src/main.ts', `import '@nestjs/platform-fastify';`],
  ['a page of the console imports contracts', 'apps/console/src/a.tsx', `import '@pks/contracts';`],
  ['a page of the console imports an app', 'apps/console/src/a.tsx', `import '@pks/gateway';`],
  ['a page of the console imports what is not declared', 'apps/console/src/a.tsx', `import 'yauzl';`],
  ['a page of the console imports the ORM', 'apps/console/src/a.tsx', `import 'typeorm';`],
  ['a page of the console serves HTTP', 'apps/console/src/a.tsx', `import 'node:http';`],
  ['a library exports a constant without a word', 'libs/contracts/src/a.ts', `export const A = 1;`],
  [
    'a library exports a type beside a described constant',
    'libs/platform/src/a.ts',
    `/** One. */\nexport const A = 1;\nexport type A = typeof A;`,
  ],
  ['a library describes in no TSDoc', 'libs/client/src/a.ts', `// One.\nexport function a(): void {}`],
  ['a library exports a bare class', 'libs/testing/src/a.ts', `@Injectable()\nexport class A {}`],
  ['the bus serves HTTP', 'libs/platform/src/bus/a.ts', `import 'fastify';`],
] as const;

for (const [name, file, code] of REFUSED) {
  test(`refuses: ${name}`, async () => assert.notEqual(await reportsOn(file, code), 0));
}

const FORMS = {
  'a type import': `import type { A } from '@pks/knowledge';`,
  'an inline type import': `import { type A } from '@pks/knowledge';`,
  'an export': `export { A } from '@pks/knowledge';`,
  'an export of everything': `export * from '@pks/knowledge';`,
  'a type export': `export type { A } from '@pks/knowledge';`,
  'a dynamic import': `await import('@pks/knowledge');`,
  'a type written as an import': `export type A = import('@pks/knowledge').A;`,
  'a require': `require('@pks/knowledge');`,
  'an import by assignment': `import A = require('@pks/knowledge');`,
};

for (const [form, code] of Object.entries(FORMS)) {
  test(`sees ${form}`, async () => assert.notEqual(await reportsOn('apps/identity/src/a.ts', code), 0));
}

const ALLOWED = [
  ['an app imports contracts', 'apps/identity/src/a.ts', `import '@pks/contracts';`],
  ['an app imports the platform', 'apps/identity/src/a.ts', `import type { A } from '@pks/platform';`],
  ['the platform imports contracts', 'libs/platform/src/a.ts', `import '@pks/contracts';`],
  ['the testing library imports the stack', 'libs/testing/src/a.ts', `import '@pks/stack';`],
  ['an entity imports the ORM', 'apps/knowledge/src/artifacts/artifact.entity.ts', `import 'typeorm';`],
  [
    'a repository imports the ORM',
    'apps/knowledge/src/artifacts/artifacts.repository.ts',
    `import 'typeorm';`,
  ],
  ['a migration imports the ORM', 'apps/knowledge/src/migrations/1-artifacts.ts', `import 'typeorm';`],
  ['the gateway serves HTTP', 'apps/gateway/src/main.ts', `import '@nestjs/platform-fastify';`],
  ['the health port serves HTTP', 'libs/platform/src/health/health.ts', `import 'node:http';`],
  ['a relative import stays', 'apps/identity/src/users/a.ts', `import '../b.js';`],
  ['a page of the console imports the client', 'apps/console/src/a.tsx', `import '@pks/client';`],
  ['a page of the console imports React', 'apps/console/src/a.tsx', `import 'react';`],
  ['a library describes', 'libs/contracts/src/a.ts', `/** One. */\n@Injectable()\nexport class A {}`],
  [
    'a library describes an overloaded function once',
    'libs/platform/src/a.ts',
    `/** One. */\nexport function a(x: 1): 1;\nexport function a(x: 2): 2;\nexport function a(x: number) { return x; }`,
  ],
  ['a library exports what is described elsewhere', 'libs/platform/src/a.ts', `export { a } from './b.js';`],
  ['a spec of a library exports', 'libs/platform/src/a.spec.ts', `export const A = 1;`],
  ['an app exports', 'apps/identity/src/a.ts', `export const A = 1;`],
  ['a package of others', 'apps/identity/src/a.ts', `import 'uuid';`],
] as const;

for (const [name, file, code] of ALLOWED) {
  test(`allows: ${name}`, async () => assert.equal(await reportsOn(file, code), 0));
}

test('holds a page of the console to each rule that its other files have', async () => {
  const project = new ESLint({ cwd: ROOT });
  const [page, other] = await Promise.all(
    ['apps/console/src/a.tsx', 'apps/console/src/a.ts'].map(async (file) => {
      const { rules } = (await project.calculateConfigForFile(join(ROOT, file))) as Linter.Config;
      return Object.keys(rules ?? {}).sort();
    }),
  );
  assert.deepEqual(page, other);
  assert.ok(page?.includes('redos/no-vulnerable'));
});
