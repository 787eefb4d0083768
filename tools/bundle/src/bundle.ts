import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type LogLevel, type Plugin, type RolldownLog, rolldown } from 'rolldown';

/** The programs of an app that are bundled: all but those of its threads and confined processes, which load few modules. */
const PROGRAMS = ['main', 'admin', 'dead-letters', 'rebuild-search', 'schema-check'];

/**
 * Packages that are not bundled: reflect-metadata must be loaded before any decorator, in whatever chunk that is; TypeORM and the
 * services must share one instance of the driver, which TypeORM imports by a computed name; the others bring native code, or look for
 * files beside their own.
 */
const STAY_PACKAGES = [
  /^reflect-metadata$/,
  /^pg(-|$)/,
  /^piscina$/,
  /^onnxruntime-node$/,
  /^@lancedb\//,
  /^apache-arrow$/,
];

/** The module with the phone numbers of all countries, which class-validator imports for one rule, and that rule, which no field uses. */
const LEFT_OUT = { name: 'libphonenumber-js/max', rule: /\b[iI]sPhoneNumber\b/ };

/**
 * Node's `http`, which bundles require instead of importing it: an import evaluates all of its exports, including `WebSocket`, for which
 * Node loads its whole client, 14 MB in memory.
 */
const REQUIRED = /^(node:)?http$/;

const PACKAGE = `${sep}node_modules${sep}`;

/**
 * Replaces the compiled programs of an app by bundles of their modules and packages, which Node loads in half the time and in
 * less memory than a thousand files. All other modules stay as they were compiled, for threads and confined processes.
 * @throws Error for a module that would not be found when the program runs.
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
    // In memory, a text with a single character beyond Latin-1 takes two bytes for every character.
    charset: 'ascii',
    // Comments would not be ASCII either.
    comments: false,
    minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
}

/** Replaces the module that is left out by an empty one. */
function leftOut(): Plugin {
  const id = '\0left-out';
  return {
    name: 'left-out',
    resolveId: (source) => (source === LEFT_OUT.name ? id : null),
    load: (loaded) => (loaded === id ? 'export {};' : null),
  };
}

/** Replaces imports of a module by a module that requires it. */
function required(): Plugin {
  const id = '\0required-http';
  return {
    name: 'required',
    resolveId: (source, _importer, { kind }) =>
      kind === 'import-statement' && REQUIRED.test(source) ? id : null,
    load: (loaded) => (loaded === id ? `module.exports = require('node:http');` : null),
  };
}

/** Compiled modules keep their `import.meta.url`, and the source map leads to their sources; it contains no packages. */
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

/** Refuses warnings, because they announce later failures; only packages may import optional packages that are not installed. */
function refuse(level: LogLevel, log: RolldownLog): void {
  const isOptional = log.code === 'UNRESOLVED_IMPORT' && log.id?.includes(PACKAGE) === true;
  if (level === 'warn' && !isOptional) throw new Error(log.message);
}
