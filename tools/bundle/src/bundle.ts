import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type LogLevel, type Plugin, type RolldownLog, rolldown } from 'rolldown';

/** What an app runs as a process, beside the programs of its threads and confined processes, which load few modules. */
const PROGRAMS = ['main', 'admin', 'dead-letters', 'rebuild-search', 'schema-check'];

/**
 * Packages that stay packages: what decorators call must be there before any of them, in whatever chunk; of the driver, TypeORM and the
 * services must have the same instance, and TypeORM imports it by a name that it computes; the others bring native code, or files
 * that they look for beside their own.
 */
const STAY_PACKAGES = [
  /^reflect-metadata$/,
  /^pg(-|$)/,
  /^piscina$/,
  /^onnxruntime-node$/,
  /^@lancedb\//,
  /^apache-arrow$/,
];

/** What class-validator imports for one of its rules, the numbers of all countries, and its rule, which no field has. */
const LEFT_OUT = { name: 'libphonenumber-js/max', rule: /\b[iI]sPhoneNumber\b/ };

/**
 * Importing it as a module evaluates each of its exports, also `WebSocket`, for which Node loads its whole client, 14 MB in memory;
 * requiring it does not.
 */
const REQUIRED = /^(node:)?http$/;

const PACKAGE = `${sep}node_modules${sep}`;

/**
 * Replaces the compiled programs of an app by bundles of their modules and packages, which Node loads in half the time and in
 * less memory than a thousand files. All other modules stay as they were compiled, for threads and confined processes.
 * @throws for what would not be found when the program runs.
 */
export async function bundlePrograms(dist: string): Promise<void> {
  const programs = PROGRAMS.map((name) => [name, join(dist, `${name}.js`)] as const);
  const bundle = await rolldown({
    input: Object.fromEntries(programs.filter(([, path]) => existsSync(path))),
    platform: 'node',
    external: STAY_PACKAGES,
    plugins: [leftOut(), required(), compiledModules(dist)],
    onLog: refuse,
  });
  await bundle.write({
    dir: dist,
    format: 'esm',
    chunkFileNames: 'chunk-[hash].js',
    keepNames: true,
    // A text of which one character is not Latin has two bytes for each of them in memory.
    charset: 'ascii',
    // Those would not be ASCII either.
    comments: false,
    minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
}

/** An empty module in the place of the one that is left out. */
function leftOut(): Plugin {
  const id = '\0left-out';
  return {
    name: 'left-out',
    resolveId: (source) => (source === LEFT_OUT.name ? id : null),
    load: (loaded) => (loaded === id ? 'export {};' : null),
  };
}

/** A module in the place of the one that is imported, which requires it. */
function required(): Plugin {
  const id = '\0required-http';
  return {
    name: 'required',
    resolveId: (source, _importer, { kind }) =>
      kind === 'import-statement' && REQUIRED.test(source) ? id : null,
    load: (loaded) => (loaded === id ? `module.exports = require('node:http');` : null),
  };
}

/** Modules keep the address that they were compiled to, and lead to their sources; packages lead nowhere. */
function compiledModules(dist: string): Plugin {
  return {
    name: 'compiled-modules',
    async load(id) {
      const code = await readFile(id, 'utf8');
      if (id.includes(PACKAGE)) return { code, map: { mappings: '' } };
      if (/import\.meta\.(dirname|filename)\b/.test(code)) {
        throw new Error(`${id} may know where it is by import.meta.url only.`);
      }
      if (LEFT_OUT.rule.test(code)) throw new Error(`${id} uses a rule that bundles leave out.`);
      const address = JSON.stringify(`./${relative(dist, id).replaceAll(sep, '/')}`);
      const map = existsSync(`${id}.map`) ? await readFile(`${id}.map`, 'utf8') : null;
      return { code: code.replaceAll('import.meta.url', `new URL(${address}, import.meta.url).href`), map };
    },
  };
}

/** Packages import others that are optional and not installed; any other warning is of what would fail later. */
function refuse(level: LogLevel, log: RolldownLog): void {
  const isOptional = log.code === 'UNRESOLVED_IMPORT' && log.id?.includes(PACKAGE) === true;
  if (level === 'warn' && !isOptional) throw new Error(log.message);
}
