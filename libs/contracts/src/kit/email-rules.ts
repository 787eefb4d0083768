import { IsString, Matches, isString, matches } from 'class-validator';
import { isBlank, orNull } from './quoted-values.ts';
import { EMAIL, MaxCharacters, eachItem } from './rules.ts';
import { BLANK, NO_EMAIL, tooLong } from './sentences.ts';

/** The longest e-mail address. Characters. */
const MOST = 254;

/** The rules of an e-mail address. */
export function ofEmail(): PropertyDecorator[] {
  return [
    IsString({ message: NO_EMAIL }),
    MaxCharacters(MOST, { message: tooLong(MOST) }),
    Matches(EMAIL, { message: ({ value }) => sentenceOf(value) }),
  ];
}

/** The rules of an e-mail address, for each item of a list. */
export function ofEachEmail(): PropertyDecorator[] {
  return [
    IsString(eachItem(isString, orNull(NO_EMAIL))),
    MaxCharacters(MOST, { each: true, message: tooLong(MOST) }),
    Matches(
      EMAIL,
      eachItem((item) => isString(item) && matches(item, EMAIL), sentenceOf),
    ),
  ];
}

function sentenceOf(value: unknown): string {
  return isBlank(value) ? BLANK : NO_EMAIL;
}
