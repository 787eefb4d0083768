import { describe, expect, it } from '@jest/globals';
import { ALL_ROUTES } from '../routes/index.ts';
import { openApiDocument } from './document.ts';

type Json = Readonly<Record<string, unknown>>;

const document = openApiDocument(ALL_ROUTES, 'https://knowledge.example/api/v1', undefined);

/** Every object in a part of the document. */
function objectsIn(part: unknown): Json[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.values(part).flatMap(objectsIn);
  return Array.isArray(part) ? inside : [{ ...part }, ...inside];
}

const objects = objectsIn(document);

describe('what generators of clients read', () => {
  it('has a list in a form only where each item is a part of its own: a file', () => {
    const fields = objects.flatMap((content) =>
      Object.entries<Json>(Object(content['multipart/form-data']).schema?.properties ?? {}),
    );
    const typed = (wanted: string): string[] =>
      fields.filter(([, { type }]) => type === wanted).map(([name]) => name);
    expect(typed('array')).toEqual(['files']);
    const json = fields.filter(([, field]) => 'contentSchema' in field).map(([name]) => name);
    expect(json).toEqual(['files_metadata', 'participants', 'meeting_info']);
    expect(typed('string')).toEqual(expect.arrayContaining(json));
  });

  it('has no object whose fields are declared neither one by one nor as any', () => {
    const undeclared = objects.filter(
      (one) => [one['type']].flat().includes('object') && !one['properties'] && !one['additionalProperties'],
    );
    expect(undeclared).toEqual([]);
  });
});
