import { describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that belong to no service. */
const SHARED = ['kit'];

interface Declared {
  readonly folder: string;
  readonly subject: string;
}

function subjectOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'subject' in value
    ? String(value.subject)
    : undefined;
}

/** Every contract, event and notice, with the folder of the service that declares it. */
async function allDeclared(): Promise<Declared[]> {
  const entries = await readdir(import.meta.dirname, { withFileTypes: true });
  const folders = entries.filter((one) => one.isDirectory() && !SHARED.includes(one.name));
  const found = folders.map(async ({ name: folder }) => {
    const files = await readdir(join(import.meta.dirname, folder));
    const modules = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
    const exported = await Promise.all(
      modules.map((file) => import(join(import.meta.dirname, folder, file)) as Promise<object>),
    );
    return exported
      .flatMap((one): unknown[] => Object.values(one))
      .flatMap((value) => subjectOf(value) ?? [])
      .map((subject) => ({ folder, subject }));
  });
  return (await Promise.all(found)).flat();
}

describe('the subject of a contract, an event or a notice', () => {
  it('begins with the name of its service, whose user of NATS is the only one that may publish it', async () => {
    const declared = await allDeclared();
    expect(declared.length).toBeGreaterThan(50);
    expect(declared.filter(({ folder, subject }) => !subject.startsWith(`${folder}.`))).toEqual([]);
  });

  it('is that of no other one: who follows it would be given what it does not know', async () => {
    const subjects = (await allDeclared()).map(({ subject }) => subject);
    expect(subjects.filter((subject, index) => subjects.indexOf(subject) !== index)).toEqual([]);
  });
});
