import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nearest } from '@pks/contracts';
import { RunningKnowledge } from './running-knowledge.ts';
import type { TestProject } from './test-project.ts';

let running: RunningKnowledge;
beforeAll(async () => {
  running = await RunningKnowledge.start();
});
afterAll(() => running.stop());

const find = ({ id, caller }: TestProject, text: string) =>
  running.call(nearest.calls.find, { project_id: id, text }, caller);

describe('what a text is near to', () => {
  it('is the artifact that it names', async () => {
    const project = running.aProject();
    const { id } = await project.create('Harbour dues');
    const [near, ...others] = await find(project, 'The dues of the harbour are old.');
    expect(near).toMatchObject({ kind: 'artifact', id, slug: 'harbour-dues', title: 'Harbour dues' });
    expect(near?.words.map(({ word }) => word).sort()).toEqual(['dues', 'harbour']);
    expect(others).toEqual([]);
  });

  it('is told by what is published, and not by drafts', async () => {
    const project = running.aProject();
    await project.create('Boarding');
    await project.append('boarding', 'Gangways and handhelds, and the quay.');
    expect(await find(project, 'Gangways, handhelds, quay')).toEqual([]);
    await project.publishHead('boarding');
    expect(await find(project, 'Gangways, handhelds, quay')).toMatchObject([{ slug: 'boarding' }]);
  });

  it('is nothing of another project', async () => {
    await running.aProject().create('Harbour dues');
    expect(await find(running.aProject(), 'The dues of the harbour are old.')).toEqual([]);
  });
});
