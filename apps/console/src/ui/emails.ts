/** The addresses in a text, separated by commas, semicolons or white space. */
export function emailsIn(text: string): string[] {
  return text.split(/[\s,，、،;；؛]+/).filter((email) => email !== '');
}

/** The addresses with one added or removed. */
export function withEmail(text: string, email: string, isIn: boolean): string {
  const others = emailsIn(text).filter((one) => one.toLowerCase() !== email.toLowerCase());
  return (isIn ? [...others, email] : others).join(', ');
}
