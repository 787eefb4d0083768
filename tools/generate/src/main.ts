import { resolve } from 'node:path';
import { generateResource } from './resource.ts';

const [kind, service, plural, singular, ...rest] = process.argv.slice(2);
try {
  if (kind !== 'resource' || service === undefined || plural === undefined || rest.length > 0)
    throw new Error(
      'Use: npm run generate -- resource SERVICE NAME [SINGULAR], such as: resource feedback labels',
    );
  const root = resolve(import.meta.dirname, '../../..');
  for (const path of await generateResource({ root, service, plural, singular })) console.log(path);
  console.log(
    `\nNext: change its fields; make each of its calls in useEverything of apps/${service}/test/wall.e2e-spec.ts, and name its table there; give its new fields to what creates it in tools/hostile (MAKERS of src/product/world.ts, RESOURCES of src/sequences/resources.ts); then npm run types, npm run nats:users, npm run examples:record, npm run client:generate, and npx nx run-many -t test -p @pks/${service},@pks/gateway,@pks/hostile`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
