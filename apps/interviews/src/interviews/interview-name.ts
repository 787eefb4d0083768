/** The longest name that is made from a topic. Characters. */
const NAME_LENGTH = 100;

/** The first line of a topic, shortened between words. */
export function nameFrom(topic: string): string {
  const [first = ''] = topic.trim().split(/[\r\n]/, 1);
  const line = first.trimEnd();
  const characters = [...line];
  if (characters.length <= NAME_LENGTH) return line;
  const short = characters.slice(0, NAME_LENGTH).join('');
  const end = short.length - (short.split(/\s/).at(-1)?.length ?? 0);
  const words = short.slice(0, end).trimEnd();
  return `${words === '' ? short : words}…`;
}
