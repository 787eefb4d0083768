const ROMAN = [
  [1_000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

/** Larger numbers are not written in letters. */
const MOST_ROMAN = 3_999;
const MOST_LETTERS = 26 * 26;

const DIGITS = '〇一二三四五六七八九';
const UNITS = ['', '十', '百', '千'];

/** Larger numbers are not written in Chinese characters. */
const MOST_CHINESE = 9_999;

/** The formats of numbers that are not plain digits, by the names that Word has for them. */
const FORMATS: ReadonlyMap<string, (number: number) => string> = new Map([
  ['none', () => ''],
  ['decimalZero', (number) => String(number).padStart(2, '0')],
  ['decimalEnclosedParen', (number) => `(${number})`],
  ['numberInDash', (number) => `- ${number} -`],
  ['ordinal', ordinal],
  ['lowerLetter', letters],
  ['upperLetter', (number) => letters(number).toUpperCase()],
  ['lowerRoman', roman],
  ['upperRoman', (number) => roman(number).toUpperCase()],
  ...['chineseCounting', 'chineseCountingThousand', 'japaneseCounting', 'taiwaneseCountingThousand'].map(
    (name) => [name, chinese] as const,
  ),
]);

/** The number of an item of a list as Word shows it; in digits where the format is a rare one. */
export function numberAs(format: string, number: number): string {
  return FORMATS.get(format)?.(number) ?? String(number);
}

/** "z" is followed by "aa", that by "bb". */
function letters(number: number): string {
  if (number < 1 || number > MOST_LETTERS) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}

function roman(number: number): string {
  if (number < 1 || number > MOST_ROMAN) return String(number);
  let text = '';
  let left = number;
  for (const [value, letter] of ROMAN) {
    text += letter.repeat(Math.floor(left / value));
    left %= value;
  }
  return text;
}

function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  const ending = isTeen ? undefined : [undefined, 'st', 'nd', 'rd'][number % 10];
  return `${number}${ending ?? 'th'}`;
}

/** 12 is 十二, 105 is 一百〇五. */
function chinese(number: number): string {
  if (number < 1 || number > MOST_CHINESE) return String(number);
  const digits = [...String(number)].map(Number);
  const text = digits.map((digit, at) =>
    digit === 0 ? '〇' : `${DIGITS.charAt(digit)}${UNITS[digits.length - 1 - at] ?? ''}`,
  );
  return text
    .join('')
    .replace(/〇+/g, '〇')
    .replace(/(?<=.)〇$/, '')
    .replace(/^一十/, '十');
}
