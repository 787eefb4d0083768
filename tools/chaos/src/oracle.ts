import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Client, everything } from './client.ts';
import { conversationFindings } from './conversation-findings.ts';
import { documentFindings } from './document-findings.ts';
import { interviewFindings } from './interview-findings.ts';
import type { Ledger, StoredDocument } from './load.ts';
import type { Mailbox } from './mailbox.ts';
import { searchFindings } from './search-findings.ts';
import type { World } from './world.ts';

const LOOK_MS = 500;

/** Broken promises, a sentence each. */
export type Findings = readonly string[];

/**
 * Checks until nothing is missing or duplicated, or there was no progress for so long that what is missing is lost and what is duplicated was
 * done twice.
 */
export async function settle(
  world: World,
  ledger: Ledger,
  mail: Mailbox,
  patienceMs: number,
): Promise<Findings> {
  let [fewest, until] = [Infinity, 0];
  for (;;) {
    const findings = await judge(world, ledger, mail);
    // Hundreds of documents may still be waiting to be read.
    if (findings.length < fewest) [fewest, until] = [findings.length, Date.now() + patienceMs];
    if (findings.length === 0 || Date.now() > until) return findings;
    await sleep(LOOK_MS);
  }
}

async function judge(world: World, ledger: Ledger, mail: Mailbox): Promise<string[]> {
  const received = async ({ client }: { client: Client }): Promise<Answer[]> =>
    everything(client, `/projects/${world.projectId}/notifications/`);
  const [watcher, reader, admin] = [
    await received(world.watcher),
    await received(world.reader),
    await received(world.admin),
  ];
  return [
    ...(await versionFindings(world, ledger)),
    ...publicationFindings('the watcher', watcher, ledger),
    ...publicationFindings('the reader', reader, ledger),
    ...onceEach('the watcher', watcher, 'member_joined', ledger.members),
    ...onceEach('the watcher', watcher, 'signal_submitted', ledger.signals),
    ...onceEach('the admin', admin, 'signal_submitted', ledger.signals),
    ...onceEach('the reader', reader, 'signal_closed', ledger.signals),
    ...onceEach('the admin', admin, 'document_processed', idsOf(ledger.documents)),
    ...onceEach('the reader', reader, 'interview_assigned', ledger.interviews),
    ...onceEach('the admin', admin, 'interview_completed', ledger.interviews),
    ...onlyFor('the reader', reader, ['artifact_published', 'signal_closed', 'interview_assigned']),
    ...onlyFor('the admin', admin, ['signal_submitted', 'document_processed', 'interview_completed']),
    ...(await interviewFindings(world, ledger)),
    ...(await conversationFindings(world, ledger)),
    ...(await signalFindings(world, ledger)),
    ...(await documentFindings(world, ledger)),
    ...(await searchFindings(world, ledger)),
    ...(await countFindings(world, reader)),
    ...mailFindings(ledger, mail),
  ];
}

async function versionFindings({ admin, projectId }: World, { versions }: Ledger): Promise<string[]> {
  const findings: string[] = [];
  for (const { slug, number, payload } of versions) {
    const path = `/projects/${projectId}/artifacts/${slug}/versions/${number}/`;
    const version = await admin.client.get(path).catch(() => undefined);
    if (version?.['payload'] !== payload)
      findings.push(`Version ${number} of ${slug} is not what was acknowledged.`);
  }
  return findings;
}

function publicationFindings(who: string, received: readonly Answer[], { versions }: Ledger): string[] {
  const seen = counted(
    received
      .filter(({ notification_type }) => notification_type === 'artifact_published')
      .map(
        ({ source_object_id, message }) =>
          `${String(source_object_id)} ${/Version (\d+)/.exec(String(message))?.[1]}`,
      ),
  );
  return differences(
    `${who}: publication`,
    seen,
    versions.map(({ artifactId, number }) => `${artifactId} ${number}`),
  );
}

/** Whether a user was notified of each of these objects exactly once. */
function onceEach(who: string, received: readonly Answer[], type: string, ids: readonly string[]): string[] {
  const those = received.filter(({ notification_type }) => notification_type === type);
  const seen = counted(those.map(({ source_object_id }) => String(source_object_id)));
  return ids.flatMap((id) =>
    seen.get(id) === 1 ? [] : [`${who}: ${type} ${id}: ${seen.get(id) ?? 0} times`],
  );
}

async function signalFindings({ admin, projectId }: World, { signals }: Ledger): Promise<string[]> {
  const path = `/projects/${projectId}/signals/`;
  const there = await everything(admin.client, path);
  const closed = new Set(there.filter(({ status }) => status === 'reviewed').map(({ id }) => String(id)));
  const lost = signals
    .filter((id) => !closed.has(id))
    .map((id) => `Signal ${id} is not there, or not closed.`);
  const { total } = await admin.client.get(`${path}counts/`);
  if (total !== there.length)
    lost.push(`There are ${there.length} signals, and the count says ${String(total)}.`);
  return lost;
}

function idsOf(documents: readonly StoredDocument[]): string[] {
  return documents.map(({ id }) => id);
}

function onlyFor(who: string, received: readonly Answer[], types: readonly string[]): string[] {
  const others = received.filter(({ notification_type }) => !types.includes(String(notification_type)));
  return others.length === 0 ? [] : [`${who} got ${others.length} notifications that do not concern them.`];
}

async function countFindings({ reader, projectId }: World, received: readonly Answer[]): Promise<string[]> {
  const { count } = await reader.client.get(`/projects/${projectId}/notifications/unread-count/`);
  const unread = received.filter(({ status }) => status === 'unread').length;
  return count === unread ? [] : [`The reader has ${unread} unread, and the count says ${String(count)}.`];
}

function mailFindings({ invited, interviewees }: Ledger, { received }: Mailbox): string[] {
  return [...invited, ...interviewees].flatMap((email) => {
    const ids = received.get(email) ?? [];
    if (ids.length === 0) return [`No mail came for ${email}.`];
    return new Set(ids).size === 1 && ids[0] !== ''
      ? []
      : [`Mails for ${email} have the Message-IDs ${ids.join()}.`];
  });
}

function differences(what: string, seen: ReadonlyMap<string, number>, expected: readonly string[]): string[] {
  const wanted = new Set(expected);
  const wrong = expected
    .filter((key) => seen.get(key) !== 1)
    .map((key) => `${what} ${key}: ${seen.get(key) ?? 0} times`);
  const more = [...seen.keys()]
    .filter((key) => !wanted.has(key))
    .map((key) => `${what} ${key} was never acknowledged`);
  return [...wrong, ...more];
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
