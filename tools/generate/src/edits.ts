/** Adds a line to the lines that export modules, in their order. */
export function addExport(text: string, module: string): string {
  const lines = text.trimEnd().split('\n');
  return `${[...lines, `export * from '${module}';`].sort().join('\n')}\n`;
}

/** Adds an import before the first one of a module in the same folder or below that is later in the alphabet, otherwise after the last. */
export function addImport(text: string, names: string, module: string): string {
  const lines = text.split('\n');
  const line = `import { ${names} } from '${module}';`;
  const later = lines.findIndex(
    (other) => (/^import .* from '(\.\/[^']+)';$/.exec(other)?.[1] ?? '') > module,
  );
  const last = lines.findLastIndex((other) => / from '[^']+';$/.test(other));
  return lines.toSpliced(later === -1 ? last + 1 : later, 0, line).join('\n');
}

/** Adds an item to the array of a property: as the last, or before the first name that is later in the alphabet. @throws Error when there is no array. */
export function addToList(text: string, property: string, item: string, order: 'last' | 'alphabet'): string {
  const opening = new RegExp(`\\b${property}: \\[`).exec(text);
  if (opening === null) throw new Error(`There is no list "${property}: […]" to add ${item} to.`);
  const start = opening.index + opening[0].length;
  const items = itemsFrom(text.slice(start));
  const later = items.findIndex((other) => /^\w+$/.test(other.trim()) && other.trim() > item);
  const at = order === 'last' || later === -1 ? items.length : later;
  const end = start + items.join(',').length;
  return text.slice(0, start) + items.toSpliced(at, 0, item).join(',') + text.slice(end);
}

/** The items of an array, up to the bracket that closes it. */
function itemsFrom(text: string): string[] {
  const items = [''];
  let depth = 0;
  for (const character of text) {
    if ('[{('.includes(character)) depth += 1;
    if (']})'.includes(character)) depth -= 1;
    if (depth < 0) break;
    if (character === ',' && depth === 0) items.push('');
    else items.push(`${items.pop() ?? ''}${character}`);
  }
  return items.at(-1)?.trim() === '' ? items.slice(0, -1) : items;
}

/** Inserts text before the last occurrence of an anchor. @throws Error if there is none. */
export function insertBefore(text: string, anchor: string, inserted: string): string {
  const at = text.lastIndexOf(anchor);
  if (at === -1) throw new Error(`There is no "${anchor.trim()}" to insert before.`);
  return text.slice(0, at) + inserted + text.slice(at);
}
