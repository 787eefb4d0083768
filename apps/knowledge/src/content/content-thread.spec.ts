import { readFile, readdir } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Overloaded, Throttled } from '@pks/platform';
import { TestClock, eventually } from '@pks/testing';
import { ContentThread } from './content-thread.ts';

/** The priority of this process before it has any content thread. */
const BEFORE = getPriority();
/** One task runs, and this many wait. */
const MOST_WAITING = 64;
/** After this long, another project no longer has a share of the threads. */
const PRESENT_MS = 60_000;
/** Keeps a thread busy for about a tenth of a second. */
const TAKES_LONG = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">${'<a/>'.repeat(500_000)}`;

let thread: ContentThread;
beforeAll(async () => {
  const clock = new TestClock();
  thread = new ContentThread(clock);
  await eventually('both threads have started', bothAnswer);
  clock.advance(PRESENT_MS);
});
afterAll(() => thread.onModuleDestroy());

const check = (project: string, xml = '<a/>'): Promise<string | undefined> =>
  thread.run(project, 'bpmnFault', xml);

/** False if the threads take longer to start than a task may take, as on a busy machine. */
function bothAnswer(): Promise<boolean> {
  return Promise.all([check('a'), check('b')]).then(
    () => true,
    () => false,
  );
}

it('has a place for the contents of another project, whatever waits of one', async () => {
  const ofA = [TAKES_LONG, ...Array<string>(MOST_WAITING).fill('<a/>')].map((xml) => check('a', xml));
  await expect(check('a')).rejects.toBeInstanceOf(Overloaded);
  const ofB = [check('b'), check('b')];
  await expect(check('a')).rejects.toBeInstanceOf(Throttled);
  await expect(ofA.at(-1)).rejects.toBeInstanceOf(Throttled);
  const reason = expect.stringContaining('http://www.omg.org/spec/BPMN');
  expect(await Promise.all(ofB)).toEqual([reason, reason]);
  const [long, ...others] = await Promise.all(ofA.slice(0, -1));
  expect(long).toMatch('Must be well-formed XML');
  expect(others).toEqual(Array(MOST_WAITING - 1).fill(reason));
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
