import { describe, expect, it } from '@jest/globals';
import { Invalid } from '@pks/platform/process';
import { cursorIn, cursorText } from './resource-cursor.ts';

describe('a cursor', () => {
  it('continues where it was made', () => {
    for (const at of [
      { project: 0, artifact: 100 },
      { project: 999_999_999, artifact: 0 },
    ]) {
      expect(cursorIn(cursorText(at))).toEqual(at);
    }
  });

  it('is absent at the beginning', () => {
    expect(cursorIn(undefined)).toEqual({ project: 0, artifact: 0 });
  });

  it.each(['', 'x', '-1.0', '1', '1.2.3', '1.x', '1e3.0', '10000000000.0'])(
    'is no other text: %s',
    (text) => {
      expect(() => cursorIn(Buffer.from(text).toString('base64url'))).toThrow(Invalid);
    },
  );
});
