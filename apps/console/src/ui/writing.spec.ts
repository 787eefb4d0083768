import { beforeEach, describe, expect, it } from '@jest/globals';
import { Writing, notShown } from './writing.ts';

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
};

beforeEach(() => stored.clear());

/** The `Writing` of a tab in which nothing was typed yet. */
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

  it('is typed from then on when it is back: another tab does not replace it', () => {
    const writing = sent('Who moors?');
    writing.comeBack();
    writing.follow({ key: 'a', newValue: 'Who casts off?' });
    expect(writing.text()).toBe('Who moors?');
  });

  it('leaves the box to another tab when it has arrived', () => {
    const writing = sent('Who moors?');
    writing.arrive();
    writing.follow({ key: 'a', newValue: 'Who casts off?' });
    expect(writing.text()).toBe('Who casts off?');
  });

  it('is what was sent that is back, whatever another tab kept meanwhile', () => {
    stored.set('a', 'Who moors?');
    const writing = opened();
    writing.leave(0);
    writing.follow({ key: 'a', newValue: 'Who casts off?' });
    writing.comeBack();
    expect(writing.text()).toBe('Who moors?');
  });

  it('is shown on its way until it is among the entries, or back', () => {
    const writing = opened();
    writing.write('Who moors?');
    expect(notShown(writing.sent(), 0)).toBeNull();
    writing.leave(2);
    expect([2, 3].map((entries) => notShown(writing.sent(), entries))).toEqual(['Who moors?', null]);
    writing.comeBack();
    expect(notShown(writing.sent(), 2)).toBeNull();
  });

  it('is another message once it is written again, also with the same words', async () => {
    const writing = opened();
    const keys: string[] = [];
    for (const text of ['Who moors?', 'Who moors?']) {
      writing.write(text);
      const attempt = writing.keys.under(text, (key) => {
        keys.push(key);
        return Promise.reject(new Error('Away.'));
      });
      await expect(attempt).rejects.toThrow('Away.');
    }
    expect(new Set(keys).size).toBe(2);
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
