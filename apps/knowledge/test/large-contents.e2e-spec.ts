import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultOf } from '@pks/testing';
import { RunningKnowledge, invalid } from './running-knowledge.ts';

const bpmn = (attributes: string): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><task ${attributes}/></definitions>`;
const attributes = (count: number): string =>
  Array.from({ length: count }, (_none, n) => `a${n}=""`).join(' ');

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start();
});
afterAll(() => knowledge.stop());

/**
 * The share of the CPU time of some work that is spent in the thread which serves requests and runs this test: the least of three
 * measurements, because the same work takes a thread longer while others use the processor's caches.
 */
async function shareOfServing(work: () => Promise<unknown>): Promise<number> {
  const shares: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const [process0, thread0] = [process.cpuUsage(), process.threadCpuUsage()];
    await work();
    const [all, own] = [process.cpuUsage(process0), process.threadCpuUsage(thread0)];
    shares.push((own.user + own.system) / (all.user + all.system));
  }
  return Math.min(...shares);
}

describe('a large content', () => {
  it('is compared in another thread', async () => {
    const project = knowledge.aProject();
    await project.create('Churn');
    for (const letter of ['a', 'b']) {
      const lines = Array.from({ length: 40_000 }, (_none, n) => (n % 3 === 0 ? letter : n));
      await project.append('churn', lines.join('\n'));
    }
    expect(await shareOfServing(() => project.diff('churn', 3))).toBeLessThan(0.5);
  });

  it('of XML is parsed in another thread', async () => {
    const project = knowledge.aProject();
    await project.create('Flow', { technical_type: 'bpmn_xml' });
    // The parser looks up a prefix on each level: much work for few bytes.
    const nested = `${'<b>'.repeat(97)}${'<a:b/>'.repeat(200_000)}${'</b>'.repeat(97)}`;
    const content = bpmn(`xmlns:a="urn:a">${nested}</task><task `);
    expect(await shareOfServing(() => project.append('flow', content))).toBeLessThan(0.5);
    expect(await project.version('flow', 2)).toMatchObject({ version_number: 2 });
  });

  it('of XML with too many attributes is refused at the first that is too many', async () => {
    const project = knowledge.aProject();
    await project.create('Flow', { technical_type: 'bpmn_xml' });
    expect(await faultOf(project.append('flow', bpmn(attributes(280_000))))).toMatchObject({
      fields: { payload: ['An element may have 1,000 attributes at most.'] },
    });
  });

  it('of XML is refused with the same message as a small one', async () => {
    const project = knowledge.aProject();
    await project.create('Flow', { technical_type: 'bpmn_xml' });
    for (const length of [1, 20_000]) {
      const fault = await faultOf(project.append('flow', bpmn(`a="${'x'.repeat(length)}" a="y"`)));
      expect(fault).toMatchObject(invalid('payload'));
      expect(fault).toMatchObject({
        fields: { payload: [expect.stringMatching(/^Must be well-formed XML: .*duplicate attribute: a/)] },
      });
    }
  });
});
