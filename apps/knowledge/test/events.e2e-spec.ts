import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type VersionPublished, versionPublished } from '@pks/contracts';
import { eventually, faultOf, type TestProject } from '@pks/testing';
import { RunningKnowledge } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start();
});
afterAll(() => knowledge.stop());

interface Row {
  readonly payload: VersionPublished;
  readonly published: boolean;
}

const publishedEvents = ({ id }: TestProject): Promise<Row[]> =>
  knowledge.session.rows(
    `SELECT payload, stream_sequence IS NOT NULL AS published FROM knowledge.outbox
      WHERE subject = $1 AND payload ->> 'project_id' = $2 ORDER BY id`,
    [versionPublished.subject, id],
  );

const numbersTold = async (project: TestProject): Promise<number[]> =>
  (await publishedEvents(project)).map(({ payload }) => payload.version_number);

describe('the event that a version was published', () => {
  it('is sent for publishing manually and for rolling back, but not for a version that is already published', async () => {
    const project = knowledge.aProject();
    await project.create('Churn');
    await project.append('churn', 'two');
    expect(await publishedEvents(project)).toEqual([]);
    await project.publish('churn', 2);
    await project.publish('churn', 2);
    await project.publish('churn', 1);
    await project.publishHead('churn');
    expect(await numbersTold(project)).toEqual([2, 1, 2]);
    const { id, slug } = await project.get('churn');
    expect((await publishedEvents(project))[0]?.payload).toEqual({
      project_id: project.id,
      artifact_id: id,
      slug,
      title: 'Churn',
      version_number: 2,
      published_by: project.caller.user_id,
      published_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('is sent for each version that is published automatically, except an empty first one', async () => {
    const project = knowledge.aProject('auto_publish');
    await project.create('Churn');
    await project.append('churn', 'two');
    await project.append('brief', 'one');
    await project.restore('churn', 1);
    expect(await numbersTold(project)).toEqual([2, 1, 3]);
  });

  it('is sent once for a request that is repeated under its key, and not for one that is refused', async () => {
    const project = knowledge.aProject('auto_publish');
    await project.create('Churn');
    const again = { key: randomUUID(), fingerprint: 'same', operation: 'POST versions' };
    await project.append('churn', 'two', {}, again);
    await project.append('churn', 'two', {}, again);
    await faultOf(project.append('churn', 'three', { base_version_number: 1 }));
    expect(await numbersTold(project)).toEqual([2]);
  });

  it('reaches the stream', async () => {
    const project = knowledge.aProject('auto_publish');
    await project.append('brief', 'one');
    await eventually('it is published', async () => (await publishedEvents(project))[0]?.published === true);
  });
});
