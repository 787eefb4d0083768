/** The most texts that get a name: prepared statements fill PostgreSQL's memory until their connection ends. */
const MOST_NAMES = 200;
const names = new Map<string, string>();

/**
 * A name for a statement that has none, such as TypeORM's: under a name, PostgreSQL parses and plans it once per connection.
 * The same text always has the same name. Undefined if too many texts have one.
 */
export function nameOfText(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = `text_${names.size + 1}`;
  names.set(text, name);
  return name;
}
