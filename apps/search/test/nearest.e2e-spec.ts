import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nearest } from '@pks/contracts';
import { eventually, type TestProject } from '@pks/testing';
import { RunningSearch } from './running-search.ts';

let running: RunningSearch;
beforeAll(async () => {
  running = await RunningSearch.start();
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

  it('comes with the next nearest ones, the nearest first', async () => {
    const project = running.aProject();
    for (const title of ['Harbour', 'Harbour dues', 'Harbour dues of winter']) await project.create(title);
    const near = await find(project, 'The dues of the harbour in winter.');
    expect(near.map(({ title }) => title)).toEqual(['Harbour dues of winter', 'Harbour dues', 'Harbour']);
  });

  it('is based on what is published, and not on drafts', async () => {
    const project = running.aProject();
    await project.create('Boarding');
    await project.append('boarding', 'Gangways and handhelds, and the quay.');
    expect(await find(project, 'Gangways, handhelds, quay')).toEqual([]);
    await project.publishHead('boarding');
    expect(await find(project, 'Gangways, handhelds, quay')).toMatchObject([{ slug: 'boarding' }]);
  });

  it('is what it says on any line, in a text or in the texts of an object', async () => {
    const project = running.aProject('auto_publish');
    await project.append('brief', 'Terms:\nchargebacks\r\n\tinvoices\nC:\\refunds');
    await project.append('mental-map', { root: { name: 'Piers\ngangways', note: 'handhelds\tberths' } });
    const [near] = await find(project, 'Refunds, invoices and chargebacks');
    expect(near).toMatchObject({ slug: 'brief' });
    expect(near?.words.map(({ word }) => word).sort()).toEqual(['chargebacks', 'invoices', 'refunds']);
    expect(await find(project, 'Gangways, berths')).toMatchObject([{ slug: 'mental-map' }]);
  });

  it('is a document with passages of the same content', async () => {
    const project = running.aProject('auto_publish');
    await project.create('Harbour dues');
    const documents = running.documentsOf(project);
    const content = 'Sixteen kennels are on deck five. Dogs stay in them for the whole crossing.';
    const { id } = await documents.uploadOne({ name: 'pets.txt', content, content_type: 'text/plain' });
    await eventually('it is found', async () => (await documents.get(id)).indexing_status === 'active');
    const [near] = await find(project, 'There were no kennels for dogs on this crossing.');
    expect(near).toMatchObject({ kind: 'document', id, title: 'pets.txt', excerpt: content });
    expect(near?.words.map(({ word }) => word)).toEqual(expect.arrayContaining(['kennels', 'dogs']));
    expect((await find(project, 'Those dues of the harbour!'))[0]).toMatchObject({ slug: 'harbour-dues' });
  });

  it('is never in another project', async () => {
    await running.aProject().create('Harbour dues');
    expect(await find(running.aProject(), 'The dues of the harbour are old.')).toEqual([]);
  });
});
