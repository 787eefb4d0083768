/** A schema, or a part of the document, in which objects have only the described fields. The document describes answers as open, because they may get further fields. */
export function closed<Part>(part: Part): Part {
  return closedPart(part) as Part;
}

function closedPart(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(closedPart);
  const isOpen = 'type' in part && part.type === 'object' && 'properties' in part;
  const inside = Object.entries(part).map(([name, value]) => [name, closedPart(value)]);
  return { ...(isOpen ? { additionalProperties: false } : {}), ...Object.fromEntries(inside) };
}
