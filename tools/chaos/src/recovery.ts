import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './client.ts';
import type { Load } from './load.ts';
import type { World } from './world.ts';

const LOOK_MS = 100;

/** Resolves once a write succeeds and its notification arrives: everything works again. Rejects if the clients give up. */
export async function untilRecovered({ watcher, projectId, artifacts }: World, load: Load): Promise<void> {
  const { artifactId, number } = await load.append(artifacts[0]);
  const list = `/projects/${projectId}/notifications/?notification_type=artifact_published&limit=100`;
  const isIt = ({ source_object_id, message }: Answer): boolean =>
    source_object_id === artifactId && String(message).startsWith(`Version ${number} `);
  for (;;) {
    const { results } = await watcher.client.get(list);
    if ((results as Answer[]).some(isIt)) return;
    await sleep(LOOK_MS);
  }
}
