import { describe, expect, it, jest } from '@jest/globals';
import { recorded } from './recorded.ts';

describe('the record of parameters', () => {
  it('is what was sent', () => {
    const sent = { query: 'refunds', top_k: 3, flag: false, none: null, list: ['a', { b: 'c' }] };
    expect(recorded(sent)).toEqual(sent);
    expect(recorded({})).toEqual({});
  });

  it('cuts long texts, also within others, and no character in two', () => {
    const long = 'x'.repeat(501);
    const cut = `${'x'.repeat(500)}…`;
    expect(recorded({ long, nested: [{ long }], just: 'x'.repeat(500) })).toEqual({
      long: cut,
      nested: [{ long: cut }],
      just: 'x'.repeat(500),
    });
    const { smile } = recorded({ smile: `${'x'.repeat(499)}😀` });
    expect(smile).toBe(`${'x'.repeat(499)}…`);
  });

  it('leaves out what is still too long, and keeps what is not', () => {
    const list = Array.from({ length: 2_000 }, (_, n) => n);
    expect(recorded({ list, query: 'refunds', deep: { list } })).toEqual({ query: 'refunds' });
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`p${n}`, 'x'.repeat(100)]));
    const kept = recorded(many);
    expect(JSON.stringify(kept).length).toBeLessThan(9_000);
    expect(Object.keys(kept).length).toBeGreaterThan(60);
  });

  it('takes no more steps for very many parameters, of which it has the first', () => {
    const written = jest.spyOn(JSON, 'stringify');
    const kept = recorded(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`p${n}`, n])));
    const steps = written.mock.calls.length;
    written.mockRestore();
    expect(kept).toMatchObject({ p0: 0, p500: 500 });
    expect(steps).toBeLessThan(2_000);
  });

  it('keeps names that every object has', () => {
    const sent = JSON.parse('{"__proto__": "a", "constructor": "b"}') as Record<string, unknown>;
    expect(JSON.stringify(recorded(sent))).toBe('{"__proto__":"a","constructor":"b"}');
  });
});
