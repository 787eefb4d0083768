import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world.ts';

const PAUSE_MS = 700;

/** Reads of each kind, one after the other, from every service, until ended. */
export class Reads {
  private ending = false;
  private readonly work: Promise<unknown>;

  constructor({ admin, reader, projectId }: World) {
    const project = `/projects/${projectId}/`;
    const lists = [
      'artifacts',
      'documents',
      'signals',
      'interviews',
      'playground-conversations',
      'users',
      'tools',
    ];
    const looks = [
      () => admin.client.look('/users/me/'),
      () => admin.client.look(project),
      ...lists.map((list) => () => admin.client.look(`${project}${list}/?limit=5`)),
      () => reader.client.look(`${project}notifications/?limit=5`),
    ];
    this.work = Promise.all(looks.map((look) => this.repeat(look)));
  }

  async end(): Promise<void> {
    this.ending = true;
    await this.work;
  }

  private async repeat(look: () => Promise<void>): Promise<void> {
    while (!this.ending) {
      await look();
      await sleep(PAUSE_MS);
    }
  }
}
