import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Forbidden } from '@pks/platform';
import { Tool } from './tool.entity.ts';

const CREATED = new Date('2026-11-21T12:00:00.000Z');
const LATER = new Date('2026-11-21T13:00:00.000Z');
const OWNER = { projectId: randomUUID(), projectName: 'Alpha' };

function aTool(): Tool {
  return Tool.create(OWNER, {
    name: 'Handbooks',
    description: 'Finds what the handbooks say.',
    toolType: 'retrieval',
    retrievalMode: 'semantic-chunks',
    configuration: { kinds: ['document'] },
    createdAt: CREATED,
  });
}

describe('a tool', () => {
  it('belongs to the project that creates it', () => {
    const tool = aTool();
    expect(tool.isImported).toBe(false);
    expect(() => tool.assertChangeable()).not.toThrow();
    expect(tool.view()).toEqual({
      id: tool.id,
      name: 'Handbooks',
      description: 'Finds what the handbooks say.',
      tool_type: 'retrieval',
      retrieval_mode: 'semantic-chunks',
      category: 'local',
      owner_project_id: OWNER.projectId,
      owner_project_name: 'Alpha',
      readonly: false,
      created_at: CREATED.toISOString(),
      updated_at: CREATED.toISOString(),
      configuration: { kinds: ['document'] },
    });
  });

  it('is the same one where it is imported, and read-only there', () => {
    const tool = aTool();
    const other = randomUUID();
    const imported = tool.importedBy(other, LATER);
    expect(imported.projectId).toBe(other);
    expect(() => imported.assertChangeable()).toThrow(Forbidden);
    const times = { created_at: LATER.toISOString(), updated_at: LATER.toISOString() };
    expect(imported.view()).toEqual({ ...tool.view(), ...times, category: 'imported', readonly: true });
    expect(imported.settings()).toEqual(tool.settings());
    expect(tool.isImported).toBe(false);
  });

  it('changes the given fields, and its time with them alone', () => {
    const tool = aTool();
    const view = tool.view();
    expect(tool.change({ name: 'Handbooks', configuration: { kinds: ['document'] } }, LATER)).toBe(false);
    expect(tool.view()).toEqual(view);
    expect(tool.change({ name: 'Rules', configuration: {} }, LATER)).toBe(true);
    const changes = { name: 'Rules', configuration: {}, updated_at: LATER.toISOString() };
    expect(tool.view()).toEqual({ ...view, ...changes });
  });

  it('changes later than before, even where clocks disagree', () => {
    const tool = aTool();
    tool.change({ name: 'Rules' }, LATER);
    tool.change({ name: 'Handbooks' }, CREATED);
    expect(tool.updatedAt).toEqual(new Date(LATER.getTime() + 1));
  });
});
