/** What is typed on a layout without Latin letters. */
const OTHER_SCRIPT = /^(?![\0-\x7f\p{Script=Latin}])[\p{L}\p{M}\p{Nd}]/u;

/** The key of a shortcut: what is typed, or what Latin keyboards have in its place where the layout has no such letters. */
export function shortcutOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const place = OTHER_SCRIPT.test(key) ? /^(?:Key|Digit)(\w)$/.exec(code)?.[1] : undefined;
  return (place ?? key).toLowerCase();
}
