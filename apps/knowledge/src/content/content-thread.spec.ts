import { readFile, readdir } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Overloaded, SystemClock, Throttled } from '@pks/platform';
import { ContentThread } from './content-thread.ts';

/** The priority of this process before it has any thread for contents. */
const BEFORE = getPriority();
/** One runs, and this many wait. */
const MOST_WAITING = 64;

let thread: ContentThread;
beforeAll(() => void (thread = new ContentThread(new SystemClock())));
afterAll(() => thread.onModuleDestroy());

const check = (project: string): Promise<string | undefined> => thread.run(project, 'bpmnFault', '<a/>');

it('has a place for the contents of another project, whatever waits of one', async () => {
  const ofA = Array.from({ length: MOST_WAITING + 1 }, () => check('a'));
  await expect(check('a')).rejects.toBeInstanceOf(Overloaded);
  const ofB = [check('b'), check('b')];
  await expect(check('a')).rejects.toBeInstanceOf(Throttled);
  await expect(ofA.at(-1)).rejects.toBeInstanceOf(Throttled);
  const reason = expect.stringContaining('http://www.omg.org/spec/BPMN');
  expect(await Promise.all(ofB)).toEqual([reason, reason]);
  expect(await Promise.all(ofA.slice(0, -1))).toEqual(Array(MOST_WAITING).fill(reason));
});

it('lets the other threads of the service go first where each has a priority, and never changes that of the process', async () => {
  await check('a');
  const own = getPriority();
  const hasEach = process.platform === 'linux';
  const priorities = hasEach ? await prioritiesOfThreads() : [own];
  expect(priorities).toContain(hasEach ? Math.min(own + 5, 19) : BEFORE);
  expect(own).toBe(BEFORE);
});

/** The niceness of every thread of this process. */
async function prioritiesOfThreads(): Promise<number[]> {
  const threads = await readdir('/proc/self/task');
  return Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`/proc/self/task/${thread}/stat`, 'utf8').catch(() => '');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return Number(fields[16]);
    }),
  );
}
