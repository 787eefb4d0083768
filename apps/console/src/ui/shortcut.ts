/** Characters of layouts without Latin letters. */
const OTHER_SCRIPT = /^(?![\0-\x7f\p{Script=Latin}])[\p{L}\p{M}\p{Nd}]/u;

/**
 * The key of a shortcut: the typed character, or, on a layout without Latin letters, the one at the same place of a Latin
 * keyboard.
 */
export function shortcutOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const place = OTHER_SCRIPT.test(key) ? /^(?:Key|Digit)(\w)$/.exec(code)?.[1] : undefined;
  return (place ?? key).toLowerCase();
}
