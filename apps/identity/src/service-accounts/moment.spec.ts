import { describe, expect, it } from '@jest/globals';
import { momentOf } from './moment.ts';

describe('a moment', () => {
  it.each([
    ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00:00.1239+05:30', '2026-11-21T06:30:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is %s, in UTC to the millisecond', (text, moment) => {
    expect(momentOf('expires_at', text).toISOString()).toBe(moment);
  });

  it.each(['2016-12-31T23:59:60Z', '9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+01:00', 'soon'])(
    'is not %s',
    (text) => {
      expect(() => momentOf('expires_at', text)).toThrow(
        expect.objectContaining({
          data: expect.objectContaining({
            fields: { expires_at: ['Enter a valid date and time, in ISO 8601 with its time zone.'] },
          }),
        }),
      );
    },
  );
});
