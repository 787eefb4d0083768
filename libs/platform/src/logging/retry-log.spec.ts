import { expect, it } from '@jest/globals';
import type { Log } from './log.ts';
import { RetryLog } from './retry-log.ts';

it('logs a reason once until there is another, or a success', () => {
  const logged: unknown[] = [];
  const log: Pick<Log, 'warn'> = { warn: (...given: unknown[]) => void logged.push(given) };
  const retries = new RetryLog(log as Log, 'events wait', { consumer: 'search' });
  for (const reason of ['away', 'away', 'full', 'away']) retries.failed(new Error(reason));
  retries.succeeded();
  retries.failed('away');
  expect(logged).toEqual(
    ['away', 'full', 'away', 'away'].map((reason) => [{ reason, consumer: 'search' }, 'events wait']),
  );
});
