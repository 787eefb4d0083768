import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { foundOrganization, startThrowaway } from '@pks/stack';
import { kindOf, readProjects } from '../walls/workspace.ts';
import { variablesOf } from '../deployment/variables.ts';

/** The variables that name a server, a folder or an address, besides those that end in `_URL`. */
const PLACES = [
  'BLOB_STORE',
  'EMBEDDINGS',
  'LANGUAGE_MODEL',
  'OAUTH_ISSUERS',
  'RERANKER',
  'SEARCH_INDEX',
  'WEB_SEARCH',
];
/** Not a valid value for any of them: a process that reads it does not start, and nobody can write into this folder. */
const ELSEWHERE = '/dev/null/://elsewhere';

test('a throwaway uses nothing that the variables of the shell name', async () => {
  const declared = readProjects()
    .filter((project) => kindOf(project) === 'app')
    .flatMap(({ folder }) => [...variablesOf(folder.slice('apps/'.length))]);
  const named = [...PLACES, ...declared.filter((name) => name.endsWith('_URL'))];
  for (const name of named) process.env[name] = ELSEWHERE;
  const { stack, errors, close } = await startThrowaway('spec', { ephemeral: true });
  try {
    assert.match(await foundOrganization(stack, 'Alone'), /^pkt_/);
    assert.deepEqual(errors, []);
  } finally {
    await close();
  }
});
