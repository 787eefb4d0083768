import { describe, expect, it } from '@jest/globals';
import { NOON } from '../../test/world.ts';
import { Project } from './project.entity.ts';

const LATER = new Date(NOON.getTime() + 1000);
const aProject = () => Project.start('org', { name: 'Alpha', artifact_publish_mode: 'auto_publish' }, NOON);

describe('a project', () => {
  it('changes the given fields, keeps the rest, and records when', () => {
    const project = aProject();
    expect(project.change({ name: 'Beta' }, LATER)).toBe(true);
    expect(project).toMatchObject({ name: 'Beta', publishMode: 'auto_publish', updatedAt: LATER });
    expect(project.createdAt).toEqual(NOON);
  });

  it('is renamed later than before, even where clocks disagree', () => {
    const project = aProject();
    project.change({ name: 'Beta' }, LATER);
    project.change({ name: 'Gamma' }, NOON);
    expect(project).toMatchObject({ name: 'Gamma', updatedAt: new Date(LATER.getTime() + 1) });
  });

  it.each([{}, { name: 'Alpha' }, { artifact_publish_mode: 'auto_publish' as const }])(
    'is not changed by %j: it is so already',
    (choices) => {
      const project = aProject();
      expect(project.change(choices, LATER)).toBe(false);
      expect(project.updatedAt).toEqual(NOON);
    },
  );

  it('shows its times in UTC, with milliseconds and Z', () => {
    expect(aProject().view()).toMatchObject({
      created_at: '2026-11-21T12:00:00.000Z',
      updated_at: '2026-11-21T12:00:00.000Z',
    });
  });
});
