import { describe, expect, it } from '@jest/globals';
import { shortcutOf } from './shortcut.ts';

describe('the key of a shortcut', () => {
  it.each([
    ['Russian', 'о', 'KeyJ', 'j'],
    ['Russian, in upper case', 'О', 'KeyJ', 'j'],
    ['Greek', 'ξ', 'KeyJ', 'j'],
    ['Hebrew', 'ח', 'KeyJ', 'j'],
    ['Arabic', 'ت', 'KeyJ', 'j'],
    ['Arabic, where it types two letters', 'لا', 'KeyB', 'b'],
    ['Thai, where it types a mark', '่', 'KeyJ', 'j'],
    ['Persian digits', '۰', 'Digit0', '0'],
  ])('is its place on a layout of %s', (_layout, key, code, shortcut) => {
    expect(shortcutOf({ key, code })).toBe(shortcut);
  });

  it.each([
    ['QWERTY', 'J', 'KeyJ', 'j'],
    ['AZERTY', 'q', 'KeyA', 'q'],
    ['AZERTY, with an accent', 'à', 'Digit0', 'à'],
    ['Dvorak', 'j', 'KeyC', 'j'],
    ['Dvorak for programmers', '0', 'Digit7', '0'],
    ['Turkish', 'ı', 'KeyI', 'ı'],
    ['Russian, where the place has no letter', 'ж', 'Semicolon', 'ж'],
    ['any, as a key without a letter', 'Escape', 'Escape', 'escape'],
  ])('is what is typed on a layout of %s', (_layout, key, code, shortcut) => {
    expect(shortcutOf({ key, code })).toBe(shortcut);
  });
});
