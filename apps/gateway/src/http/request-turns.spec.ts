import { Socket } from 'node:net';
import { setImmediate as round } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RequestTurns } from './request-turns.ts';

const AT_ONCE = 32;
const MOST_OF_CONNECTION = 64;

let turns: RequestTurns;
let begun: string[];
/** How long each request had waited. */
let waits: number[];
let sockets: Socket[];
beforeEach(() => {
  turns = new RequestTurns();
  [begun, waits, sockets] = [[], [], []];
});
afterEach(() => sockets.forEach((socket) => socket.destroy()));

function connection(): Socket {
  const socket = new Socket();
  sockets.push(socket);
  return socket;
}

/** One request of a tenant, over a connection of its own unless one is given. */
function arrive(tenant: string, socket = connection()): void {
  turns.take(
    { socket },
    () => tenant,
    (waitedMs) => {
      begun.push(tenant);
      waits.push(waitedMs);
    },
  );
}

function flood(count: number, socket?: Socket): void {
  for (let n = 0; n < count; n += 1) arrive('flood', socket);
}

const beginningOf = (tenant: string): number => begun.indexOf(tenant);

describe('requests', () => {
  it('begin at once, as long as few arrive together', () => {
    flood(AT_ONCE);
    expect(begun).toHaveLength(AT_ONCE);
  });

  it('wait for the next round beyond that, and all begin in the order of their arrival', async () => {
    flood(AT_ONCE);
    arrive('flood');
    arrive('last');
    expect(begun).toHaveLength(AT_ONCE);
    await round();
    expect(begun.slice(AT_ONCE)).toEqual(['flood', 'last']);
    expect(waits.map((waited) => waited > 0)).toEqual(begun.map((_tenant, index) => index >= AT_ONCE));
    await round();
    arrive('later');
    expect(beginningOf('later')).toBe(AT_ONCE + 2);
  });

  it('of another tenant do not wait for those of a flood', async () => {
    flood(1_000);
    arrive('honest');
    expect(beginningOf('honest')).toBe(-1);
    await round();
    expect(beginningOf('honest')).toBeLessThan(AT_ONCE + 2);
    expect(begun.length).toBeLessThanOrEqual(2 * AT_ONCE);
    arrive('also honest');
    await round();
    expect(beginningOf('also honest')).toBeLessThan(2 * AT_ONCE + 2);
  });

  it('begin a few at a time while connections are opened, of which Node.js accepts one in each round', async () => {
    turns.noteConnection();
    flood(2 * AT_ONCE);
    expect(begun).toHaveLength(4);
    turns.noteConnection();
    await round();
    expect(begun).toHaveLength(8);
    await round();
    expect(begun).toHaveLength(8 + AT_ONCE);
  });

  it('do not begin when their connection is closed before', async () => {
    const closing = connection();
    flood(AT_ONCE);
    arrive('gone', closing);
    closing.destroy();
    arrive('there');
    await round();
    expect(begun.slice(AT_ONCE)).toEqual(['there']);
  });

  it('wait in a limited number for each connection, which is closed when more arrive', async () => {
    const [reading, pipelining] = [connection(), connection()];
    flood(AT_ONCE);
    flood(MOST_OF_CONNECTION, reading);
    flood(MOST_OF_CONNECTION + 1, pipelining);
    expect([reading.destroyed, pipelining.destroyed]).toEqual([false, true]);
    for (let n = 0; n < 5; n += 1) await round();
    expect(begun).toHaveLength(AT_ONCE + MOST_OF_CONNECTION);
    flood(AT_ONCE + MOST_OF_CONNECTION, reading);
    expect(reading.destroyed).toBe(false);
  });
});
