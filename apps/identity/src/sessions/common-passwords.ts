import { PASSWORD_MIN } from '@pks/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The common passwords, in lower case, that are long enough to be set: about 1,600. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN),
);

/** Whether a password, its case ignored, is one of those that are guessed first. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.normalize('NFKC').toLowerCase());
}
