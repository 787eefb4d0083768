import { describe, expect, it } from '@jest/globals';
import { matching } from './matching.ts';

const café = { title: 'Café policy', group: 'Hospitality', definition_short: 'Who may sit where.' };

describe('an artifact', () => {
  it.each(['cafe', 'CAFÉ', 'Cafe\u0301', 'policy café', 'pol', 'hospitality', 'policy sit', '  where. '])(
    'is found by "%s"',
    (text) => {
      expect(matching(text)(café)).toBe(true);
    },
  );

  it.each(['coffee', 'policy coffee', 'policyhospitality'])('is not found by "%s"', (text) => {
    expect(matching(text)(café)).toBe(false);
  });

  it('is found by no text', () => {
    expect(matching('')(café)).toBe(true);
  });

  it('is found in scripts without words and cases', () => {
    expect(matching('방침')({ ...café, title: '환불 방침' })).toBe(true);
    expect(matching('返金')({ ...café, title: '返金の規定' })).toBe(true);
  });
});
