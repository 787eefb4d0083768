import { expect, it } from '@jest/globals';
import { madeOnce } from './made-once.ts';

it('is made once for the same arguments, and anew for others', () => {
  let count = 0;
  const made = madeOnce((words: readonly string[], kind: { readonly name: string } | null) => {
    count += 1;
    return { words, kind };
  });
  const first = made(['a', 'b'], { name: 'c' });
  expect(made(['a', 'b'], { name: 'c' })).toBe(first);
  expect(count).toBe(1);
  const others = [made(['a,b'], { name: 'c' }), made(['a', 'b'], null), made([], null)];
  expect(new Set([first, ...others]).size).toBe(4);
  expect(made([], null)).toBe(others[2]);
});
