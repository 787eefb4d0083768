import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Writing } from './writing.ts';

const stored = new Map<string, string>();
const sessionStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
};

Object.assign(globalThis, { sessionStorage });
beforeEach(() => stored.clear());
afterAll(() => void Reflect.deleteProperty(globalThis, 'sessionStorage'));

/** A message that was written and sent. */
function sent(text: string): Writing {
  const writing = new Writing('a');
  writing.write(text);
  writing.leave(0);
  return writing;
}

describe('a message that is written', () => {
  it('is kept until it has arrived', () => {
    const writing = sent('Who moors?');
    expect(writing.text()).toBe('');
    expect(new Writing('a').text()).toBe('Who moors?');
    writing.arrive();
    expect([writing.text(), stored.size]).toEqual(['', 0]);
  });

  it('leaves what is written meanwhile when it arrives, however often that is said', () => {
    const writing = sent('Who moors?');
    writing.write('And wh');
    writing.arrive();
    writing.write('And when?');
    writing.arrive();
    writing.comeBack();
    expect(writing.text()).toBe('And when?');
    expect(new Writing('a').text()).toBe('And when?');
  });

  it('is back before what was written meanwhile when it is refused', () => {
    const writing = sent('Who moors?');
    writing.comeBack();
    expect(writing.text()).toBe('Who moors?');
    writing.leave(2);
    writing.write('And when?');
    writing.comeBack();
    expect(writing.text()).toBe('Who moors?\n\nAnd when?');
  });

  it('is shown as it changes', () => {
    const writing = new Writing('a');
    const shown: string[] = [];
    const leave = writing.subscribe(() => shown.push(writing.text()));
    writing.write('Who');
    writing.leave(0);
    leave();
    writing.write('Nobody sees this.');
    expect(shown).toEqual(['Who', '']);
  });
});
