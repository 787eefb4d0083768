import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../walls/workspace.ts';

const CLASS = /\bclass (\w+)(?: extends (\w+))? \{\n([\s\S]*?)\n\}/g;
const DECLARED = /@Env\('([A-Z0-9_]+)'\)/g;

/** The variables that the S3 client reads by itself, if files are in an S3-compatible store. */
const S3_CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION'];
/** The variables that Node.js reads by itself, in every process. */
const OF_NODE = ['NODE_EXTRA_CA_CERTS'];

interface Configuration {
  readonly parent: string | undefined;
  readonly variables: readonly string[];
}

/** The environment variables of an app: those that its configuration declares or inherits from the platform, and those that its libraries read. */
export function variablesOf(app: string): ReadonlySet<string> {
  const platform = configurationsIn('libs/platform/src/**/*.config.ts');
  const own = configurationsIn(`apps/${app}/src/**/*.config.ts`);
  const names = [...own.values()].flatMap((configuration) => [...declaredBy(configuration, platform)]);
  const credentials = names.includes('BLOB_STORE') ? S3_CREDENTIALS : [];
  return new Set([...names, ...OF_NODE, ...credentials]);
}

/** The classes in these files, by name. */
function configurationsIn(files: string): ReadonlyMap<string, Configuration> {
  const text = globSync(files, { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'));
  return new Map(
    [...text.join('\n').matchAll(CLASS)].map(([, name = '', parent, body = '']) => {
      const variables = [...body.matchAll(DECLARED)].map((match) => match[1] ?? '');
      return [name, { parent, variables }];
    }),
  );
}

function declaredBy(
  { parent, variables }: Configuration,
  inherited: ReadonlyMap<string, Configuration>,
): string[] {
  const base = parent === undefined ? undefined : inherited.get(parent);
  return base === undefined ? [...variables] : [...variables, ...declaredBy(base, inherited)];
}
