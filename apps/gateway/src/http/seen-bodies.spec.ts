import { describe, expect, it } from '@jest/globals';
import { SeenBodies } from './seen-bodies.ts';

const bodyOf = (text: string) => ({ bytes: Buffer.from(text), value: JSON.parse(text) as unknown });

describe('bodies that were seen', () => {
  it('are known by their bytes', () => {
    const seen = new SeenBodies();
    const body = bodyOf('{"query":"größe"}');
    const added = seen.add(body);
    expect(added).toEqual(body);
    expect(seen.get(Buffer.from('{"query":"größe"}'))).toBe(added);
    expect(seen.get(Buffer.from('{"query":"Größe"}'))).toBeUndefined();
    expect(seen.get(Buffer.from('{"query": "größe"}'))).toBeUndefined();
  });

  it('are not kept where they are long', () => {
    const seen = new SeenBodies();
    const [longest, longer] = [1_024, 1_025].map((length) => bodyOf(JSON.stringify('x'.repeat(length - 2))));
    for (const body of [longest, longer]) if (body) expect(seen.add(body)).toEqual(body);
    expect(seen.get(longest?.bytes ?? Buffer.alloc(0))).toEqual(longest);
    expect(seen.get(longer?.bytes ?? Buffer.alloc(0))).toBeUndefined();
  });

  it('take no more memory than their bytes, which arrive as a part of a larger buffer', () => {
    const seen = new SeenBodies();
    const body = bodyOf('{"query":"x"}');
    expect(body.bytes.buffer.byteLength).toBeGreaterThan(body.bytes.length);
    seen.add(body);
    expect(seen.get(body.bytes)?.bytes.buffer.byteLength).toBe(body.bytes.length);
  });

  it('are checked once; one that is refused, each time', () => {
    const seen = new SeenBodies();
    const [good, bad] = [bodyOf('{"query":"x"}'), bodyOf('{"query":""}')];
    let checks = 0;
    const check = (): object => ({ query: 'x', check: (checks += 1) });
    expect([seen.messageOf(good, check), seen.messageOf(good, check)]).toEqual([
      { query: 'x', check: 1 },
      { query: 'x', check: 1 },
    ]);
    const refuse = (): object => {
      checks += 1;
      throw new Error('blank');
    };
    expect(() => seen.messageOf(bad, refuse)).toThrow('blank');
    expect(() => seen.messageOf(bad, refuse)).toThrow('blank');
    expect(checks).toBe(3);
  });
});
