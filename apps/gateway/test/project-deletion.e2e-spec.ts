import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ArtifactDetail, Me, Project, ToolDetail, Tool } from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import { EventStream } from './support/event-stream.ts';
import { type Person, World } from './support/world.ts';

const world = new World();

let project: Project;
let other: Project;
let admin: Person;
let viewer: Person;
let path: string;

beforeAll(async () => {
  [project, other] = [await world.project(), await world.project()];
  admin = await world.member(project.id, ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS']);
  viewer = await world.member(project.id);
  path = `/projects/${project.id}/`;
});

const wrongName = {
  error: 'This is not the name of the project.',
  name: ['This is not the name of the project.'],
};

describe('deleting a project', () => {
  it('has to repeat its name in the body', async () => {
    const required = { error: 'This field is required.', name: ['This field is required.'] };
    expect(await admin.api.send('DELETE', path)).toMatchObject({ status: 400, body: required });
    expect(await admin.api.send('DELETE', `${path}?name=${project.name}`)).toMatchObject({ status: 400 });
    expect(await admin.api.send('DELETE', path, { name: other.name })).toMatchObject({
      status: 400,
      body: wrongName,
    });
    expect(await viewer.api.send('DELETE', path, { name: project.name })).toMatchObject({ status: 403 });
    expect((await admin.api.get(path)).status).toBe(200);
  });

  it('ends everything of it at once, for everybody, and the streams of its members', async () => {
    const { body: artifact } = await admin.api.post<ArtifactDetail>(`${path}artifacts/`, {
      title: 'Churn',
      technical_type: 'markdown',
    });
    expect(artifact.slug).toBe('churn');
    const { body: tool } = await admin.api.post<ToolDetail>(`${path}tools/`, {
      name: 'Sums',
      description: 'Computes.',
      tool_type: 'math',
    });
    await world.founder.post(`/projects/${other.id}/tools/import/`, { tool_id: tool.id });
    const stream = await EventStream.open(`${world.baseUrl}${path}notifications/stream/`, viewer.token);
    await stream.first('open');

    const deleted = await admin.api.send('DELETE', path, { name: ` ${project.name} ` });
    expect([deleted.status, deleted.text]).toEqual([204, '']);

    const never = `/projects/${randomUUID()}/`;
    for (const place of ['', 'artifacts/', 'documents/', 'signals/', 'tools/', 'users/', 'notifications/']) {
      const [answer, asNever] = [await admin.api.get(path + place), await admin.api.get(never + place)];
      expect([place, answer.status, answer.text]).toEqual([place, asNever.status, asNever.text]);
      expect(answer.status).toBeGreaterThanOrEqual(403);
    }
    expect(await admin.api.send('DELETE', path, { name: project.name })).toMatchObject({ status: 404 });
    expect((await admin.api.get<Me>('/users/me/')).body.projects).toEqual([]);
    await eventually('the stream ended', () => stream.ended);
    await eventually('its tool has left the other project', async () => {
      const { body } = await world.founder.get<{ results: Tool[] }>(`/projects/${other.id}/tools/`);
      return body.results.every(({ id }) => id !== tool.id);
    });
  });
});
