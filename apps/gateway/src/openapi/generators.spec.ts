import { describe, expect, it } from '@jest/globals';
import { ALL_ROUTES } from '../routes/index.ts';
import { hasValidator } from '../routes/route.ts';
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

/** The fields of all forms, with their names. */
const fieldsOfForms = objects.flatMap((content) =>
  Object.entries<Json>(Object(content['multipart/form-data']).schema?.properties ?? {}),
);

describe('what generators of clients read', () => {
  it('has a list in a form only where each item is a part of its own: a file', () => {
    const typed = (wanted: string): string[] =>
      fieldsOfForms.filter(([, { type }]) => type === wanted).map(([name]) => name);
    expect(typed('array')).toEqual(['files']);
    const json = fieldsOfForms.filter(([, field]) => 'contentSchema' in field).map(([name]) => name);
    expect(json).toEqual(['files_metadata', 'participants', 'meeting_info']);
    expect(typed('string')).toEqual(expect.arrayContaining(json));
  });

  it('has no null in a form: a part that is text is absent instead, and JSON says so itself', () => {
    const nullable = fieldsOfForms.filter(
      ([, one]) => [one['type']].flat().includes('null') || [one['enum']].flat().includes(null),
    );
    expect(nullable).toEqual([]);
  });

  it('has no object whose fields are declared neither one by one nor as any', () => {
    const undeclared = objects.filter(
      (one) => [one['type']].flat().includes('object') && !one['properties'] && !one['additionalProperties'],
    );
    expect(undeclared).toEqual([]);
  });

  it('refuses unknown fields of requests alone: answers may get further ones', () => {
    const { paths, components } = document;
    const named = Object.entries<Json>({ ...Object(components).schemas });
    const closed = (parts: readonly Json[]): Json[] =>
      parts.filter((one) => one['additionalProperties'] === false);
    const responses = objectsIn(paths).flatMap(({ responses }) => objectsIn(responses));
    expect(closed(responses)).toEqual([]);
    const bodies = objectsIn(paths)
      .map(({ requestBody }) => JSON.stringify(requestBody ?? {}))
      .join();
    const names = named.filter(([, schema]) => closed([schema]).length > 0).map(([name]) => name);
    expect(names.filter((name) => !bodies.includes(`schemas/${name}"`))).toEqual(['MeetingParticipant']);
    expect(names).toEqual(['MeetingInfo', 'MeetingParticipant', 'MetadataPair', 'NewDraftTopic', 'NewTopic']);
  });

  it('says of an unchanged file what a cache learns of it: its name', () => {
    const unchanged = ALL_ROUTES.filter(hasValidator).map((route) => {
      const { responses } = Object(document.paths)[route.path][route.method.toLowerCase()];
      return [route.file === true, JSON.stringify(responses[304]).includes('Content-Disposition')];
    });
    expect(unchanged).toContainEqual([true, true]);
    expect(unchanged.filter(([isFile, hasName]) => isFile !== hasName)).toEqual([]);
  });
});
