import type { Case } from '../case.ts';
import { bytesOf } from '../request.ts';

const CONNECTIONS = 8;
const ATTRIBUTES = 280_000;
const NAMESPACE = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

/** XML that is well-formed, and takes seconds to check. */
export const bpmnAttributes: Case = {
  name: 'BPMN of 280,000 attributes',
  concerns: ['diff', 'append'],
  // A validation is ended at the deadline of its request, which bounds the abuser's own work.
  allowed: ['201', '400', '413', '429', '504'],
  async prepare(tenant) {
    const slug = await tenant.artifact('bpmn_xml');
    const attributes = Array.from({ length: ATTRIBUTES }, (_none, n) => `a${n}=''`).join(' ');
    const payload = `<definitions xmlns='${NAMESPACE}'><task ${attributes}/></definitions>`;
    const request = bytesOf({
      method: 'POST',
      path: tenant.in(`/artifacts/${slug}/versions/`),
      token: tenant.token,
      body: Buffer.from(JSON.stringify({ payload })),
    });
    return (attack) => attack.flood(CONNECTIONS, () => request);
  },
};
