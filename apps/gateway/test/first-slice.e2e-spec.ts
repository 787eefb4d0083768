import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ArtifactDetail, ArtifactVersion, Page, Project, VersionHistoryRow } from '@pks/contracts';
import { World } from './support/world.ts';

const world = new World();

describe('a newcomer', () => {
  let project: Project;
  let base: string;

  beforeEach(async () => {
    project = await world.project();
    base = `/projects/${project.id}/artifacts`;
  });

  it('finds the predefined artifacts in a new project', async () => {
    const { status, body } = await world.founder.get<Page<ArtifactDetail>>(`${base}/`);
    expect(status).toBe(200);
    expect(body.results.map((artifact) => artifact.slug)).toEqual([
      'brief',
      'project-plan',
      'general-knowledge',
      'library-description',
      'mental-map',
      'playbooks',
      'design-templates',
    ]);
  });

  it('creates an artifact, appends, publishes, rolls back and reads the history', async () => {
    const created = await world.founder.post<ArtifactDetail>(`${base}/`, {
      title: 'Why customers leave',
      technical_type: 'markdown',
    });
    expect(created).toMatchObject({
      status: 201,
      body: { slug: 'why-customers-leave', head_version_number: 1, published_version_number: 1, payload: '' },
    });
    const artifact = `${base}/${created.body.slug}`;
    const appended = await world.founder.post<ArtifactVersion>(`${artifact}/versions/`, {
      payload: '# Price',
      short_name: 'First answers',
    });
    expect(appended).toMatchObject({ status: 201, body: { version_number: 2, payload: '# Price' } });
    expect(await world.founder.get(`${artifact}/`)).toMatchObject({ body: { payload: '' } });
    const published = await world.founder.post<ArtifactVersion>(`${artifact}/versions/2/publish/`);
    expect(published).toMatchObject({ status: 200, body: { version_number: 2 } });
    expect(await world.founder.get(`${artifact}/`)).toMatchObject({ body: { payload: '# Price' } });
    const back = await world.founder.post<ArtifactVersion>(`${artifact}/versions/1/publish/`);
    expect(back).toMatchObject({ status: 200, body: { version_number: 1 } });
    const history = await world.founder.get<Page<VersionHistoryRow>>(`${artifact}/versions/history/`);
    expect(history.body.results.map((row) => [row.version_number, row.short_name])).toEqual([
      [2, 'First answers'],
      [1, ''],
    ]);
  });
});
