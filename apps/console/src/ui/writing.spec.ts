import { beforeEach, describe, expect, it } from '@jest/globals';
import { Writing } from './writing.ts';

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
};

beforeEach(() => stored.clear());

/** What a tab writes that has nothing typed yet. */
function opened(): Writing {
  return new Writing('a', storage);
}

/** A message that was written and sent. */
function sent(text: string): Writing {
  const writing = opened();
  writing.write(text);
  writing.leave(0);
  return writing;
}

describe('a message that is written', () => {
  it('is kept until it has arrived', () => {
    const writing = sent('Who moors?');
    expect(writing.text()).toBe('');
    expect(opened().text()).toBe('Who moors?');
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
    expect(opened().text()).toBe('And when?');
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
    const writing = opened();
    const shown: string[] = [];
    const leave = writing.subscribe(() => shown.push(writing.text()));
    writing.write('Who');
    writing.leave(0);
    leave();
    writing.write('Nobody sees this.');
    expect(shown).toEqual(['Who', '']);
  });

  it('is what another tab keeps, where nothing is typed', () => {
    const writing = opened();
    writing.follow({ key: 'a', newValue: 'Who moors?' });
    writing.follow({ key: 'b', newValue: 'Who casts off?' });
    expect(writing.text()).toBe('Who moors?');
    writing.follow({ key: 'a', newValue: null });
    expect(writing.text()).toBe('');
  });

  it('stays what it is where another tab keeps something else, or nothing any more', () => {
    const writing = opened();
    writing.write('And when?');
    writing.follow({ key: 'a', newValue: 'Who moors?' });
    expect(writing.text()).toBe('And when?');
    stored.clear();
    writing.follow({ key: 'a', newValue: null });
    expect(opened().text()).toBe('And when?');
  });

  it('is in the page where the browser has no room for it', () => {
    const writing = new Writing('a', {
      ...storage,
      setItem: () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      },
    });
    writing.write('Who moors?');
    expect(writing.text()).toBe('Who moors?');
  });
});
