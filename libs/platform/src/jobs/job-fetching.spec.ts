import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { JobFetching } from './job-fetching.ts';

let notified: string[];
beforeEach(() => {
  notified = [];
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

function fetchingOf(isTogether: boolean): JobFetching {
  const fetching = new JobFetching(isTogether, (id) => notified.push(id));
  fetching.add('one');
  fetching.add('other');
  return fetching;
}

const nothing = async (): Promise<void> => undefined;
const working = (): { readonly work: () => Promise<void>; readonly finish: () => void } => {
  let finish = (): void => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { work: () => done, finish };
};

describe('the fetching of jobs', () => {
  it('is by all workers, as soon as some are added, and again by one that has done some', async () => {
    const fetching = fetchingOf(false);
    fetching.wake();
    expect(notified).toEqual(['one', 'other']);
    await fetching.while('other', false, nothing);
    expect(notified).toEqual(['one', 'other', 'other']);
  });

  it('is, of those that are done together, by one at a time: at once after a pause, then once a second', () => {
    const fetching = fetchingOf(true);
    for (let milliseconds = 0; milliseconds < 3_500; milliseconds += 10) {
      fetching.wake();
      jest.advanceTimersByTime(10);
    }
    expect(notified).toEqual(['one', 'one', 'one', 'one']);
    jest.advanceTimersByTime(2_000);
    notified = [];
    fetching.wake();
    jest.advanceTimersByTime(1);
    expect(notified).toEqual(['one']);
  });

  it('is by an idle worker, or by the one that is done next', async () => {
    const fetching = fetchingOf(true);
    const [first, second] = [working(), working()];
    const done = [fetching.while('one', false, first.work)];
    fetching.wake();
    jest.advanceTimersByTime(1_000);
    expect(notified).toEqual(['other']);
    done.push(fetching.while('other', false, second.work));
    fetching.wake();
    jest.advanceTimersByTime(1_000);
    expect(notified).toEqual(['other']);
    second.finish();
    await done[1];
    jest.advanceTimersByTime(1_000);
    expect(notified).toEqual(['other', 'other']);
    first.finish();
    await done[0];
    fetching.close();
  });

  it('does not wait where as many were fetched as may be', async () => {
    const fetching = fetchingOf(true);
    fetching.wake();
    jest.advanceTimersByTime(1);
    await fetching.while('one', true, nothing);
    jest.advanceTimersByTime(1);
    expect(notified).toEqual(['one', 'one']);
  });

  it.each([false, true])(
    'ends when it is closed, also for work that ends afterwards (together: %s)',
    async (isTogether) => {
      const fetching = fetchingOf(isTogether);
      const { work, finish } = working();
      const done = fetching.while('one', false, work);
      fetching.close();
      finish();
      await done;
      fetching.wake();
      jest.advanceTimersByTime(2_000);
      expect([notified, jest.getTimerCount()]).toEqual([[], 0]);
    },
  );
});
