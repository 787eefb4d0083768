import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_VARIABLES, type Stack } from '@pks/stack';
import pg from 'pg';
import { CHECKOUT, DATA } from '../checkout.ts';
import { report } from '../terminal.ts';
import { DemoApi, rowsOf, textOf, type Answer } from './api.ts';
import { seedArtifacts } from './artifacts.ts';
import { seedDocuments } from './documents.ts';
import { seedInterviews } from './interviews.ts';
import { ADMIN, DEMO, MEMBERS, PASSWORD } from './people.ts';
import { seedSignals } from './signals.ts';

const DONE = join(DATA, 'demo-data');
const LOGIN = `${ADMIN} with the password ${PASSWORD}`;

/**
 * Whether to add the demo data. Its users have a known password, so they are only added to an embedded database, or if
 * `DEMO_DATA=1` requests them. @throws Error for another value of that variable.
 */
export function wantsDemo(env: Readonly<NodeJS.ProcessEnv> = process.env): boolean {
  const { DEMO_DATA: requested = '' } = env;
  if (requested === '') return !DATABASE_VARIABLES.some((name) => env[name]);
  if (['1', 'true'].includes(requested)) return true;
  if (['0', 'false'].includes(requested)) return false;
  throw new Error(`DEMO_DATA is "${requested}": give 1 to add the demo data, or 0 to leave it out.`);
}

/** Adds the demo data that is missing, and returns the sentence that says how to log in. */
export async function seedDemo(stack: Stack, signal: AbortSignal): Promise<string> {
  const { identity: databaseUrl = '' } = stack.databaseUrls;
  const database = await identityOf(databaseUrl);
  if (existsSync(DONE) && readFileSync(DONE, 'utf8') === database) return LOGIN;
  report('Adding the demo data.');
  await createOrganization(databaseUrl, stack.natsUrls['identity'] ?? '');
  const api = new DemoApi(stack.baseUrl, signal);
  await api.logIn(ADMIN, PASSWORD);
  const project = await seedProject(api);
  await seedArtifacts(api, project);
  await seedDocuments(api, project);
  await seedSignals(api, project);
  await seedInterviews(api, project);
  writeFileSync(DONE, database);
  return LOGIN;
}

/** Identifies this database, distinct from earlier and later ones at the same address. */
async function identityOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ identity: string }>(
      `select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity
         from pg_control_system()`,
    );
    return rows[0]?.identity ?? '';
  } finally {
    await client.end();
  }
}

/** Creates the organization and its first admin with the service's own command: no user can log in before. */
function createOrganization(databaseUrl: string, natsUrl: string): Promise<void> {
  const args = [
    'create-organization',
    '--name',
    DEMO,
    '--email',
    ADMIN,
    '--password',
    PASSWORD,
    '--if-missing',
  ];
  const child = spawn(process.execPath, [join(CHECKOUT, 'apps/identity/dist/admin.js'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NATS_URL: natsUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `The demo organization could not be created: ${Buffer.concat(output).toString('utf8').trim()}`,
          ),
        );
    });
  });
}

/** Creates the project and its users as far as they are missing, and returns the project's id. */
async function seedProject(api: DemoApi): Promise<string> {
  const organization = idNamed(await api.get('/users/me/'), 'organizations');
  const users = rowsOf(await api.get(`/organizations/${organization}/users/?limit=1000`)).map(
    (user) => user['email'],
  );
  for (const { email } of MEMBERS) {
    if (users.includes(email)) continue;
    await api.post(`/organizations/${organization}/users/`, { email, password: PASSWORD });
  }
  const project = rowsOf(await api.get('/projects/?limit=1000')).find(({ name }) => name === DEMO);
  const id = project === undefined ? await createProject(api, organization) : textOf(project, 'id');
  const members = rowsOf(await api.get(`/projects/${id}/users/?limit=1000`)).map(emailOf);
  for (const member of MEMBERS) {
    if (!members.includes(member.email)) await api.post(`/projects/${id}/users/`, member);
  }
  return id;
}

async function createProject(api: DemoApi, organization: string): Promise<string> {
  const body = { name: DEMO, organization_id: organization, artifact_publish_mode: 'manual_publish' };
  return textOf(await api.post('/projects/', body), 'id');
}

function idNamed(me: Answer, list: string): string {
  const entries = Array.isArray(me[list]) ? (me[list] as Answer[]) : [];
  const entry = entries.find(({ name }) => name === DEMO);
  if (entry === undefined)
    throw new Error(`The demo data is incomplete: ${ADMIN} is in no organization named ${DEMO}.`);
  return textOf(entry, 'id');
}

function emailOf(member: Answer): unknown {
  const user = member['user'];
  return typeof user === 'object' && user !== null && 'email' in user ? user.email : null;
}
