import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { publishedAt } from './published-at.ts';

describe('when a page was published', () => {
  it.each([
    ['2026-11-01T10:00:00', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01 10:00:00.123456', '2026-11-01T10:00:00.123Z'],
    ['2026-11-01T10:00', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01T10:00:00Z', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01T10:00:00+02:00', '2026-11-01T08:00:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01 10:00+0200', '2026-11-01T08:00:00.000Z'],
    ['Sun, 01 Nov 2026 10:00:00 GMT', '2026-11-01T10:00:00.000Z'],
    ['Sun, 01 Nov 2026 10:00:00 +0200', '2026-11-01T08:00:00.000Z'],
    ['Sun, 1 Nov 2026 10:00:00 GMT', '2026-11-01T10:00:00.000Z'],
    ['2026-13-01T10:00:00', undefined],
    ['Nov 21, 2026 10:00', undefined],
    ['2026/11/21', undefined],
    ['Page 5', undefined],
    ['20000', undefined],
    ['soon', undefined],
    [7, undefined],
    [null, undefined],
  ])('is a point in time in UTC, or nothing: %j', (value, at) => {
    expect(publishedAt(value)).toBe(at);
  });

  it.each(['UTC', 'America/New_York', 'Asia/Kolkata'])('is the same on a server in %s', (TZ) => {
    const module = new URL('published-at.ts', import.meta.url);
    const script = `import { publishedAt } from '${module.href}'; process.stdout.write(publishedAt('2026-11-01T10:00:00'))`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { env: { TZ } });
    expect(printed.toString()).toBe('2026-11-01T10:00:00.000Z');
  });
});
