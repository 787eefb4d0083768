import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { TestClock } from '@pks/testing';
import { Discards } from './discards.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('lets one refused body of a user be read at a time, until it has arrived or its connection is gone', async () => {
  const clock = new TestClock();
  const discards = new Discards(clock);
  const begun: IncomingMessage[] = [];
  const begin = async (user: string): Promise<void> => {
    const request = new IncomingMessage(new Socket());
    await discards.turn(user, request);
    begun.push(request);
  };
  const all = [...'aaab'].map(begin);
  await turn();
  expect(begun).toHaveLength(2);
  begun[0]?.push(null);
  begun[0]?.resume();
  await all[1];
  begun[2]?.socket.destroy();
  await Promise.all(all);
  const tooLate = begin('a');
  clock.advance(30_001);
  begun.at(-1)?.socket.destroy();
  await expect(tooLate).rejects.toThrow();
});
