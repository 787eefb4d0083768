import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundlePrograms } from './bundle.ts';

const run = promisify(execFile);
const TSC = fileURLToPath(new URL('../../../node_modules/typescript7/bin/tsc', import.meta.url));
const SETTINGS = { target: 'es2024', module: 'nodenext', rootDir: 'src', outDir: 'dist', sourceMap: true };
const LOOSE = {
  types: [],
  noCheck: true,
  rewriteRelativeImportExtensions: true,
  experimentalDecorators: true,
};

type Files = Readonly<Record<string, string>>;

/** An app of these sources and packages, compiled and bundled. Returns its `dist`. */
async function bundled(context: TestContext, files: Files): Promise<string> {
  const app = await realpath(await mkdtemp(join(tmpdir(), 'bundle-spec-')));
  context.after(() => rm(app, { recursive: true }));
  const settings = { compilerOptions: { ...SETTINGS, ...LOOSE }, include: ['src'] };
  const all = { 'package.json': '{"type":"module"}', 'tsconfig.json': JSON.stringify(settings), ...files };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await writeFile(join(app, path), text);
  }
  await run(process.execPath, [TSC, '-p', app]);
  await bundlePrograms(join(app, 'dist'));
  return join(app, 'dist');
}

async function output(dist: string, ...options: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [...options, join(dist, 'main.js')]);
  return stdout.trim();
}

test('a program contains its modules and packages', async (context) => {
  const dist = await bundled(context, {
    'src/main.ts': `import { greeting } from './greetings/greeting.ts'; console.log(greeting());`,
    'src/greetings/greeting.ts': `import word from 'word'; export const greeting = (): string => word + ', world';`,
    'node_modules/word/index.js': `module.exports = 'Hello';`,
  });
  await rm(join(dist, 'greetings'), { recursive: true });
  await rm(join(dist, '../node_modules'), { recursive: true });
  assert.equal(await output(dist), 'Hello, world');
});

test('a module knows where it was compiled to, also in a chunk that programs share', async (context) => {
  const threads = `export const MAIN = new URL('./child/main.js', import.meta.url);`;
  const dist = await bundled(context, {
    'src/main.ts': `import { MAIN } from './threads/threads.ts'; console.log(MAIN.pathname);`,
    'src/admin.ts': `import { MAIN } from './threads/threads.ts'; console.log(MAIN.pathname);`,
    'src/threads/threads.ts': threads,
    'src/threads/child/main.ts': `console.log('a thread');`,
  });
  assert.equal(await output(dist), join(dist, 'threads/child/main.js'));
  assert.match(await readFile(join(dist, 'threads/child/main.js'), 'utf8'), /a thread/);
});

test('classes of the same name keep it', async (context) => {
  const dist = await bundled(context, {
    'src/main.ts': `import { Page } from './a.ts'; import { Page as Other } from './b.ts'; console.log(Page.name, Other.name);`,
    'src/a.ts': `export class Page {}`,
    'src/b.ts': `export class Page { other = true; }`,
  });
  assert.equal(await output(dist), 'Page Page');
});

test('local names are shortened, those of classes and functions stay', async (context) => {
  const dist = await bundled(context, {
    'src/main.ts': `const seal = <T>(target: T): T => target;
      @seal class Shelf { tidy(spellings: string[]): string { return spellings.join(' '); } }
      function dust(): void {}
      const sweep = (): void => {};
      console.log(new Shelf().tidy([Shelf.name, dust.name, sweep.name]));`,
  });
  assert.equal(await output(dist), 'Shelf dust sweep');
  assert.doesNotMatch(await readFile(join(dist, 'main.js'), 'utf8'), /spellings|target/);
});

test('an error leads to the source', async (context) => {
  const dist = await bundled(context, {
    'src/main.ts': `import { fail } from './deep/failing.ts';\ntry { fail(); } catch (error) { console.log((error as Error).stack); }`,
    'src/deep/failing.ts': `type Nothing = never;\n\nexport function fail(): Nothing {\n  throw new Error('It failed.');\n}`,
  });
  assert.match(await output(dist, '--enable-source-maps'), /at fail \(.*src\/deep\/failing\.ts:4:9\)/);
});

test('the driver is one instance for modules and for packages that compute its name', async (context) => {
  const dist = await bundled(context, {
    'src/main.ts': `import pg from 'pg'; import { driver } from 'orm'; console.log(String(pg === driver));`,
    'node_modules/pg/index.js': `module.exports = { Client: class {} };`,
    'node_modules/orm/index.js': `const name = ['p', 'g'].join(''); exports.driver = require(name);`,
  });
  assert.equal(await output(dist), 'true');
});

test('texts are ASCII, so that they are kept in one byte each', async (context) => {
  const dist = await bundled(context, {
    'src/main.ts': `import { by } from 'licensed'; console.log('“ﬁn” 😀', String(/^[–—]$/u.test('—')), by);`,
    'node_modules/licensed/index.js': `/*! MIT License. Åsa Öberg */ exports.by = 'Åsa';`,
  });
  assert.equal(await output(dist), '“ﬁn” 😀 true Åsa');
  assert.match(await readFile(join(dist, 'main.js'), 'latin1'), /^[\0-\x7f]*$/);
});

test('a package may import another one that is not installed; a module may not', async (context) => {
  const optional = `try { require('not-installed'); } catch { exports.found = false; }`;
  const dist = await bundled(context, {
    'src/main.ts': `import { found } from 'tolerant'; console.log(String(found));`,
    'node_modules/tolerant/index.js': optional,
  });
  assert.equal(await output(dist), 'false');
  await assert.rejects(bundled(context, { 'src/main.ts': `import 'not-installed';` }), /not-installed/);
});

test('the numbers of telephones are left out, and a module may not use them', async (context) => {
  const packages = {
    'node_modules/class-validator/index.js': `exports.IsPhoneNumber = require('libphonenumber-js/max').parse; exports.IsString = true;`,
    'node_modules/libphonenumber-js/max.js': `exports.parse = () => 'every country';`,
  };
  const uses = (rule: string): Files => ({
    ...packages,
    'src/main.ts': `import { ${rule} } from 'class-validator'; console.log(String(${rule}));`,
  });
  const dist = await bundled(context, uses('IsString'));
  assert.equal(await output(dist), 'true');
  assert.doesNotMatch(await readFile(join(dist, 'main.js'), 'utf8'), /every country/);
  await assert.rejects(
    bundled(context, uses('IsPhoneNumber')),
    /main\.js uses a rule that bundles leave out/,
  );
});

test("Node's client is not loaded with its server", async (context) => {
  const dist = await bundled(context, {
    'src/main.ts': `import http, { Server, createServer } from 'node:http'; import { METHODS } from 'esm'; import { Agent } from 'cjs';
      const loaded = process.moduleLoadList.filter((name) => name.includes('undici'));
      console.log([createServer() instanceof Server, http.Server === Server, METHODS.includes('GET'), Agent === http.Agent, loaded.length].join(' '));`,
    'node_modules/esm/package.json': '{"type":"module","exports":"./index.js"}',
    'node_modules/esm/index.js': `export { METHODS } from 'http';`,
    'node_modules/cjs/index.js': `exports.Agent = require('http').Agent;`,
  });
  assert.equal(await output(dist), 'true true true true 0');
});

test('a module that could be misled about its folder is refused', async (context) => {
  const sources = {
    'src/main.ts': `import './place.ts';`,
    'src/place.ts': `console.log(import.meta.dirname);`,
  };
  await assert.rejects(bundled(context, sources), /place\.js .*import\.meta\.url/);
});

test('what is no program stays as it was compiled', async (context) => {
  const dist = await bundled(context, {
    'src/main.ts': `console.log(1);`,
    'src/task.ts': `export const task = 2;`,
  });
  assert.deepEqual((await readdir(dist)).toSorted(), ['main.js', 'main.js.map', 'task.js', 'task.js.map']);
});
