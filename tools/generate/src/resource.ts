import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { addExport, addImport, addToList, insertBefore } from './edits.ts';
import { type Names, namesOf } from './names.ts';
import { nextTimestamp } from './timestamps.ts';

const TEMPLATES = join(import.meta.dirname, '../templates/resource');

/** Which resource is generated, and into which checkout. */
export interface ResourceOptions {
  readonly root: string;
  /** The app that gets the resource, such as `feedback`. */
  readonly service: string;
  /** Its name in the plural, in kebab-case. */
  readonly plural: string;
  /** Its name in the singular, if the plural does not determine it. */
  readonly singular?: string | undefined;
}

type Files = Readonly<Record<string, string>>;

/**
 * Writes a plain resource of a project (list, create, get, update and remove) with its contract, migration, routes and
 * specs, and registers it in every place where resources are registered. Returns the paths. @throws Error, before
 * writing anything, if it cannot.
 */
export async function generateResource(options: ResourceOptions): Promise<string[]> {
  const { root, service, plural, singular } = options;
  if (!existsSync(join(root, 'apps', service, 'src', `${service}.database.ts`)))
    throw new Error(`apps/${service} is no service with a database.`);
  const migrations = globSync('*.ts', { cwd: join(root, 'apps', service, 'src/migrations') });
  const timestamp = nextTimestamp(migrations, Date.now());
  const forms = namesOf(plural, singular);
  const names = { ...forms, service, Migration: `Create${forms['Names']}${timestamp}` };
  const files = { ...newFiles(root, names, timestamp), ...changedFiles(root, names, timestamp) };
  const config = await resolveConfig(join(root, 'package.json'));
  const formatted = await Promise.all(
    Object.entries(files).map(async ([path, text]) => ({
      path,
      text: await format(text, { ...config, filepath: path }),
    })),
  );
  for (const { path, text } of formatted) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return Object.keys(files);
}

function newFiles(root: string, names: Names, timestamp: number): Files {
  const { service, kebab, kebabs } = names as Record<'service' | 'kebab' | 'kebabs', string>;
  const folder = `apps/${service}/src/${kebabs}`;
  const places = {
    contract: `libs/contracts/src/${service}/${kebabs}.contract.ts`,
    entity: `${folder}/${kebab}.entity.ts`,
    'entity.spec': `${folder}/${kebab}.entity.spec.ts`,
    repository: `${folder}/${kebabs}.repository.ts`,
    'repository.spec': `${folder}/${kebabs}.repository.spec.ts`,
    service: `${folder}/${kebabs}.service.ts`,
    controller: `${folder}/${kebabs}.controller.ts`,
    migration: `apps/${service}/src/migrations/${timestamp}-create-${kebabs}.ts`,
    routes: `apps/gateway/src/routes/${kebabs}.routes.ts`,
    story: `apps/gateway/test/support/examples/${kebabs}.ts`,
  };
  const existing = [folder, ...Object.values(places)].find((path) => existsSync(join(root, path)));
  if (existing !== undefined) throw new Error(`${existing} exists already.`);
  const filled = Object.entries(places).map(([template, path]) => [path, fill(template, names)]);
  return Object.fromEntries(filled) as Files;
}

function changedFiles(root: string, names: Names, timestamp: number): Files {
  const { service, Name, Names, Migration, name, kebab, kebabs } = names as Record<string, string> & Names;
  const source = `apps/${service}/src/${service}`;
  const matrix = 'apps/gateway/test/support/matrix';
  const hostile = 'tools/hostile/src';
  const edits: Readonly<Record<string, (text: string) => string>> = {
    'libs/contracts/src/index.ts': (text) => addExport(text, `./${service}/${kebabs}.contract.ts`),
    [`${source}.database.ts`]: (text) => {
      const withEntity = addImport(text, `${Name}`, `./${kebabs}/${kebab}.entity.ts`);
      const file = `./migrations/${timestamp}-create-${kebabs}.ts`;
      const imported = addImport(withEntity, `${Migration}`, file);
      return addToList(
        addToList(imported, 'entities', `${Name}`, 'last'),
        'migrations',
        `${Migration}`,
        'last',
      );
    },
    [`${source}.module.ts`]: (text) => registered(text, `${Names}`, `${kebabs}`),
    'apps/gateway/src/routes/index.ts': (text) =>
      insertBefore(addImport(text, `${name}Routes`, `./${kebabs}.routes.ts`), '];', `...${name}Routes,\n`),
    'apps/gateway/src/routes/tags.ts': (text) =>
      insertBefore(text, '} as const satisfies', fill('tag', names)),
    'apps/gateway/test/examples.e2e-spec.ts': (text) =>
      insertBefore(
        addImport(text, `${names['names']}`, `./support/examples/${kebabs}.ts`),
        '  await inbox(cast',
        `  await ${names['names']}(cast);\n`,
      ),
    [`${matrix}/targets.ts`]: (text) =>
      insertBefore(text, '  version_number: {', fill('matrix-target', names)),
    [`${matrix}/grounds.ts`]: (text) =>
      insertBefore(text, '  async join(', fill('matrix-ground', names)).replace(
        'import type {\n',
        `import type {\n  ${Name},\n`,
      ),
    [`${hostile}/product/world.ts`]: (text) =>
      insertBefore(text, '};\n\n/** Creates a member', fill('hostile-maker', names)),
    [`${hostile}/sequences/resources.ts`]: (text) =>
      insertBefore(text, '];', fill('hostile-resource', names)),
  };
  const changed = Object.entries(edits).map(([path, edit]) => [
    path,
    edit(readFileSync(join(root, path), 'utf8')),
  ]);
  return Object.fromEntries(changed) as Files;
}

/** The module of a service with the classes of a resource. */
function registered(text: string, names: string, kebabs: string): string {
  const kinds = { Controller: 'controllers', Repository: 'providers', Service: 'providers' };
  return Object.entries(kinds).reduce((module, [kind, list]) => {
    const imported = addImport(module, names + kind, `./${kebabs}/${kebabs}.${kind.toLowerCase()}.ts`);
    return addToList(imported, list, names + kind, 'alphabet');
  }, text);
}

function fill(template: string, names: Names): string {
  const text = readFileSync(join(TEMPLATES, `${template}.ts.template`), 'utf8');
  return text.replace(/\{\{([A-Za-z ]+)\}\}/g, (placeholder, form: string) => {
    const value = names[form];
    if (value === undefined) throw new Error(`${template}.ts.template has an unknown ${placeholder}.`);
    return value;
  });
}
