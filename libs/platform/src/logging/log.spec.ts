import { expect, it } from '@jest/globals';
import { ownCall, within } from '../calls/call-context.ts';
import { logTo } from './log.ts';

const call = ownCall(10_000, 'the request');

/** The only line that these steps write. */
function lineOf(write: (log: ReturnType<typeof logTo>) => void): unknown {
  const lines: string[] = [];
  write(logTo({ write: (line) => void lines.push(line) }, 'test', 'info'));
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

it('a line that is written as part of a call has the id of its request', () => {
  const err = new Error('away');
  expect(lineOf((log) => within(call, () => log.warn({ err, job: 'a' }, 'failed')))).toMatchObject({
    msg: 'failed',
    request_id: 'the request',
    job: 'a',
    err: { type: 'Error', message: 'away' },
  });
  expect(lineOf((log) => within(call, () => log.warn('failed')))).toMatchObject({
    request_id: 'the request',
  });
  expect(lineOf((log) => within(call, () => log.error(err)))).toMatchObject({ request_id: 'the request' });
});

it('a line keeps the id that it has, and has none where it belongs to no call', () => {
  expect(lineOf((log) => within(call, () => log.info({ request_id: 'another' })))).toMatchObject({
    request_id: 'another',
  });
  expect(lineOf((log) => log.info({ outcome: 'ok' }))).not.toHaveProperty('request_id');
});
