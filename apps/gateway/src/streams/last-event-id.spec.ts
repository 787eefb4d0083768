import { describe, expect, it } from '@jest/globals';
import { Invalid } from '@pks/platform/process';
import { idOf, lastEventIdOf, lastPositionOf } from './last-event-id.ts';

describe('Last-Event-ID', () => {
  it.each([
    ['0', 0],
    ['41', 41],
    ['', undefined],
    [undefined, undefined],
  ])('%j means %j', (id, after) => {
    expect(lastEventIdOf({ headers: id === undefined ? {} : { 'last-event-id': id } })).toBe(after);
  });

  it.each(['x', '-1', '1.5', '1, 2', '0x1', ' 1', '1'.repeat(16), '00' + '1'.repeat(15), ['1', '2']])(
    'is refused by its name as %j',
    (id) => {
      const read = (): unknown => lastEventIdOf({ headers: { 'last-event-id': id } });
      const sentence = 'Must be the id of an event of this stream.';
      expect(read).toThrow(expect.objectContaining({ data: Invalid.field('Last-Event-ID', sentence).data }));
    },
  );
});

describe('the id of an event of notifications', () => {
  it.each([0, 41, 999_999_999_999_999])('says whether it is for an admin, and is the number %d', (number) => {
    for (const asAdmin of [true, false]) {
      const headers = { 'last-event-id': idOf({ number, asAdmin }) };
      expect([lastPositionOf({ headers }), lastEventIdOf({ headers })]).toEqual([
        { number, asAdmin },
        number,
      ]);
    }
  });

  it('is the number alone for others than admins', () => {
    expect(idOf({ number: 41, asAdmin: false })).toBe('41');
  });

  it('is none of a stream that begins', () => {
    expect([lastPositionOf({ headers: {} }), lastPositionOf({ headers: { 'last-event-id': '' } })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
