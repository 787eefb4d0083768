import { isUuid } from '@pks/contracts';

/** The id within quotes, in lower case, for a condition of the search engine. @throws Error for a text that is not a UUID. */
export function quoted(id: string): string {
  if (!isUuid(id)) throw new Error(`"${id}" is not a UUID.`);
  return `'${id.toLowerCase()}'`;
}
