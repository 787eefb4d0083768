import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS_CHANGED } from '@pks/contracts';
import { BusConnection } from '@pks/platform';
import {
  type GuardedNats,
  OBSERVER,
  type TestBus,
  connectTestBus,
  eventually,
  silentLog,
  startGuardedNats,
} from '@pks/testing';
import { AccessNotices, withNotices } from './access-notices.ts';

describe('a notice of changed access', () => {
  it('is lost while NATS is away, and the change itself succeeds', () => {
    const away = new BusConnection('nats://127.0.0.1:1', 'test', silentLog());
    expect(() => new AccessNotices(away, silentLog()).changed(['user'])).not.toThrow();
  });
});

describe('the notice of a command', () => {
  let nats: GuardedNats;
  let bus: TestBus;
  const noticed: string[] = [];

  beforeAll(async () => {
    nats = await startGuardedNats();
    bus = await connectTestBus(nats.urlFor(OBSERVER.name));
    await bus.connection.subscribe(ACCESS_CHANGED, (message) => noticed.push(message.string()));
    await bus.connection.flush();
  });
  afterAll(async () => {
    await bus.close();
    await nats.server.stop();
  });

  it.each(['natsUrl', 'ownNatsUrl'])(
    'is published by the user of the identity service (%s)',
    async (where) => {
      const addresses = { natsUrl: nats.urlFor('gateway'), [where]: nats.urlFor('identity') };
      await withNotices(addresses, async (notices) => notices.changed([where]));
      await eventually('it arrives', () => noticed.includes(JSON.stringify({ user_ids: [where] })));
    },
  );

  it('is not needed for the change: without NATS, the work is done', async () => {
    let isDone = false;
    await withNotices({}, async (notices) => {
      notices.changed(['nobody']);
      isDone = true;
    });
    expect(isDone).toBe(true);
  });
});
