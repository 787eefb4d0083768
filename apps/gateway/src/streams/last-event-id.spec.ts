import { describe, expect, it } from '@jest/globals';
import { Invalid } from '@pks/platform/process';
import { lastEventIdOf } from './last-event-id.ts';

describe('Last-Event-ID', () => {
  it.each([
    ['0', 0],
    ['41', 41],
    ['', undefined],
    [undefined, undefined],
  ])('%j means %j', (id, after) => {
    expect(lastEventIdOf({ headers: id === undefined ? {} : { 'last-event-id': id } })).toBe(after);
  });

  it.each(['x', '-1', '1.5', '1, 2', '0x1', ' 1', '1'.repeat(16), ['1', '2']])(
    'is refused by its name as %j',
    (id) => {
      const read = (): unknown => lastEventIdOf({ headers: { 'last-event-id': id } });
      const sentence = 'Must be the id of an event of this stream.';
      expect(read).toThrow(expect.objectContaining({ data: Invalid.field('Last-Event-ID', sentence).data }));
    },
  );
});
