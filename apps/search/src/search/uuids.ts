const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID, and so safe within a condition of the search engine. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The id within quotes, in lower case, for a condition. @throws Error for a text that is not a UUID. */
export function quoted(id: string): string {
  if (!isUuid(id)) throw new Error(`"${id}" is not a UUID.`);
  return `'${id.toLowerCase()}'`;
}
