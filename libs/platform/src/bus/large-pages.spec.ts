import { describe, expect, it } from '@jest/globals';
import { within } from '../calls/call-context.ts';
import { DeadlineExceeded, Overloaded, Throttled } from '../errors/fault.ts';
import { LargePages } from './large-pages.ts';
import { slicesOf } from './sliced-pages.ts';

const MIB = 1024 * 1024;

/** Enters, and records that it has. */
async function entering(
  pages: LargePages,
  mib: number,
  entered: number[],
  project = 'a',
): Promise<() => void> {
  const leave = await pages.enter(project, mib * MIB);
  entered.push(mib);
  return leave;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('large pages', () => {
  it('share the space, and get it in the order of their requests', async () => {
    const [pages, entered] = [new LargePages(), new Array<number>()];
    const [first, second] = [entering(pages, 30, entered), entering(pages, 31, entered)];
    const [third, fourth] = [entering(pages, 60, entered), entering(pages, 1, entered)];
    await turn();
    expect(entered).toEqual([30, 31]);
    (await first)();
    await turn();
    expect(entered).toEqual([30, 31]);
    (await second)();
    await turn();
    expect(entered).toEqual([30, 31, 60, 1]);
    (await third)();
    (await fourth)();
  });

  it('are produced alone when they are larger than the space', async () => {
    const [pages, entered] = [new LargePages(), new Array<number>()];
    const [huge, small] = [entering(pages, 200, entered), entering(pages, 1, entered)];
    await turn();
    expect(entered).toEqual([200]);
    (await huge)();
    await small;
  });

  it('wait no longer than the deadline of their call, and delay no other afterwards', async () => {
    const [pages, entered] = [new LargePages(), new Array<number>()];
    await entering(pages, 60, entered);
    const call = { requestId: 'request', deadline: Date.now() + 20, caller: null };
    const late = within(call, () => entering(pages, 10, entered));
    const next = entering(pages, 4, entered);
    await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
    await next;
    expect(entered).toEqual([60, 4]);
  });

  it('release the space when they are sent, and when they cannot be produced', async () => {
    const [pages, entered] = [new LargePages(), new Array<number>()];
    const failing = () => Promise.reject(new Error('The database is away.'));
    await expect(pages.page('a', { count: 1, bytes: 64 * MIB }, failing)).rejects.toThrow('away');
    const page = await pages.page('a', { count: 1, bytes: 64 * MIB }, async () => Buffer.from('[]'));
    const next = entering(pages, 1, entered);
    await turn();
    expect(entered).toEqual([]);
    page.afterwards?.();
    await next;
  });

  it('are refused when too many wait', async () => {
    const [pages, entered] = [new LargePages(), new Array<number>()];
    const leave = await entering(pages, 64, entered);
    const waiting = Array.from({ length: 8 }, () => entering(pages, 1, entered));
    await expect(entering(pages, 1, entered)).rejects.toBeInstanceOf(Overloaded);
    leave();
    await Promise.all(waiting);
  });

  it('of one project leave the next room to another, and make way for it when too many wait', async () => {
    const [pages, entered] = [new LargePages(), new Array<number>()];
    const leave = await entering(pages, 64, entered);
    const ofA = Array.from({ length: 8 }, () => entering(pages, 31, entered));
    const ofB = [33, 33].map((mib) => entering(pages, mib, entered, 'b'));
    for (const refused of ofA.splice(6)) await expect(refused).rejects.toBeInstanceOf(Throttled);
    leave();
    const [oldest, newest] = ofB;
    for (const pair of [[ofA[0], oldest], [ofA[1], newest], ofA.slice(2, 4), ofA.slice(4)]) {
      for (const entrance of pair) (await entrance)?.();
    }
    expect(entered.slice(1).map((mib) => (mib === 33 ? 'b' : 'a'))).toEqual([...'baabaaaa']);
  });

  it('are read no further than to the deadline of their call', async () => {
    const read: string[] = [];
    const slices = slicesOf(['a', 'b'], async ([id = '']) => {
      read.push(id);
      return [{ id }];
    });
    const call = { requestId: 'request', deadline: Date.now() + 600_000, caller: null };
    expect(await within(call, () => slices.next())).toMatchObject({ value: [{ id: 'a' }] });
    const late = within({ ...call, deadline: Date.now() - 1 }, () => slices.next());
    await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
    expect(read).toEqual(['a']);
  });
});
