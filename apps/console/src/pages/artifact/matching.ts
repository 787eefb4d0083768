/** What a user finds an artifact by. */
export interface Findable {
  readonly title: string;
  readonly group: string;
  readonly definition_short: string;
}

/** Whether an artifact has each word of a text in its title, its group or its short definition, whatever the case and the accents. */
export function matching(text: string): (artifact: Findable) => boolean {
  const words = plain(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return ({ title, group, definition_short }) => {
    const own = plain(`${title}\n${group}\n${definition_short}`);
    return words.every((word) => own.includes(word));
  };
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
