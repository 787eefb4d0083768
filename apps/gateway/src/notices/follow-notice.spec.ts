import { expect, it } from '@jest/globals';
import { PROJECT_WRITTEN, ProjectWritten } from '@pks/contracts';
import { BusConnection } from '@pks/platform/process';
import { silentLog } from '@pks/testing';
import { followNotice } from './follow-notice.ts';

type OnMessage = Parameters<BusConnection['subscribe']>[1];

/** A connection whose messages a test delivers. */
class ToldConnection extends BusConnection {
  lose = (): void => undefined;
  private onMessage: OnMessage | undefined;

  override subscribe(_subject: string, onMessage: OnMessage): Promise<never> {
    this.onMessage = onMessage;
    return new Promise(() => undefined);
  }

  override onLoss(callback: () => void): void {
    this.lose = callback;
  }

  receive(text: string): void {
    this.onMessage?.({ data: Buffer.from(text) } as unknown as Parameters<OnMessage>[0]);
  }
}

it('counts what cannot be read, and a lost connection, as a notice that was missed', () => {
  const connection = new ToldConnection('nats://127.0.0.1:1', 'gateway', silentLog());
  const project_id = 'b6c8a4a2-7a2f-4a51-9e55-6f3a6d1f0c11';
  const happened: unknown[] = [];
  followNotice(connection, silentLog(), PROJECT_WRITTEN, {
    message: ProjectWritten,
    received: (notice) => happened.push({ ...notice }),
    missed: () => happened.push('missed'),
  });
  connection.receive(JSON.stringify({ project_id }));
  connection.receive('{');
  connection.receive('{}');
  connection.lose();
  expect(happened).toEqual([{ project_id }, 'missed', 'missed', 'missed']);
});
