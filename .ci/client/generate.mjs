// node generate.mjs [--check] < openapi.json: writes the types of the client, or says how those that lie there differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import openapiTypescript, { astToString } from 'openapi-typescript';

const TARGET = join(import.meta.dirname, '../../libs/client/src/generated/api.ts');
const METHODS = ['get', 'post', 'patch', 'delete'];
const HEAD = '// Generated from the OpenAPI document by `npm run client:generate`. Not edited by hand.\n\n';

const document = JSON.parse(await text(process.stdin));
for (const operation of Object.values(document.paths).flatMap(operationsOf)) shorten(operation);
const types = await openapiTypescript(withoutExamples(document), { defaultNonNullable: false });
const generated = HEAD + astToString(types);

if (!process.argv.includes('--check')) writeFileSync(TARGET, generated);
else if (readFileSync(TARGET, 'utf8') !== generated) {
  console.error(
    'libs/client/src/generated/api.ts differs from the OpenAPI document: npm run client:generate.',
  );
  process.exitCode = 1;
} else console.log('The types of the client are those of the OpenAPI document.');

function operationsOf(path) {
  return METHODS.flatMap((method) => path[method] ?? []);
}

/** Leaves out what the client does itself: headers, and errors, which it throws. */
function shorten(operation) {
  const isHeader = ({ $ref, in: place }) => ($ref === undefined ? place : referred($ref).in) === 'header';
  operation.parameters = (operation.parameters ?? []).filter((parameter) => !isHeader(parameter));
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  for (const [, response] of successes) delete response.headers;
  operation.responses = Object.fromEntries(successes);
}

/** The reference shows them; here they would be nine tenths of the text. */
function withoutExamples(value, key) {
  if (Array.isArray(value)) return value.map((one) => withoutExamples(one));
  if (value === null || typeof value !== 'object') return value;
  const isNames = key === 'properties';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || (name !== 'example' && name !== 'examples'))
      .map(([name, one]) => [name, withoutExamples(one, isNames ? undefined : name)]),
  );
}

function referred(reference) {
  return reference
    .slice(2)
    .split('/')
    .reduce((part, name) => part[name], document);
}
