import { resolve } from 'node:path';
import { generateResource } from './resource.ts';

const [kind, service, plural, ...rest] = process.argv.slice(2);
try {
  if (kind !== 'resource' || service === undefined || plural === undefined || rest.length > 0)
    throw new Error('Use: npm run generate -- resource SERVICE NAME, such as: resource feedback labels');
  const root = resolve(import.meta.dirname, '../../..');
  for (const path of await generateResource({ root, service, plural })) console.log(path);
  console.log(
    `\nNext: change its fields, then npm run types, npm run nats:users, and UPDATE_EXAMPLES=1 npm test -- -p ${service},gateway, which records the examples of the reference`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
