/** The addresses in a text, with commas, semicolons or white space between them. */
export function emailsIn(text: string): string[] {
  return text.split(/[\s,，、،;；؛]+/).filter((email) => email !== '');
}

/** The addresses with another one, or without it. */
export function withEmail(text: string, email: string, isIn: boolean): string {
  const others = emailsIn(text).filter((one) => one.toLowerCase() !== email.toLowerCase());
  return (isIn ? [...others, email] : others).join(', ');
}
