// Checks the OpenAPI document on standard input by the recommended rules of Redocly's and Spectral's linters.
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

/** Canonical paths end with a slash: the specification has them so. */
const OFF = { redocly: 'no-path-trailing-slash', spectral: 'path-keys-no-trailing-slash' };

/** Pairs have `prefixItems`: with `items` beside it, generators of clients make triples of them. */
const ITEMS = {
  ...rulesets.oas.rules['array-items'],
  given: [
    '$..[?(@ && @.type=="array" && !@.prefixItems)]',
    '$..[?(@ && @.type && @.type.constructor.name === "Array" && @.type.includes("array") && !@.prefixItems)]',
  ],
};

async function redoclyProblems(source) {
  const config = await createConfig({ extends: ['recommended'], rules: { [OFF.redocly]: 'off' } });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ ruleId, message, location: [at] }) => `redocly ${ruleId}: ${message} (${at?.pointer})`,
  );
}

async function spectralProblems(source) {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas], rules: { [OFF.spectral]: 'off', 'array-items': ITEMS } });
  const problems = await linter.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => `spectral ${code}: ${message} (${path.join('/')})`);
}

const source = await text(process.stdin);
const problems = [...(await redoclyProblems(source)), ...(await spectralProblems(source))];
for (const problem of problems) console.error(problem);
console.log(`The OpenAPI document has ${problems.length} problems by the rules of Redocly and Spectral.`);
process.exitCode = problems.length === 0 ? 0 : 1;
