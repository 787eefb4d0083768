import { describe, expect, it } from '@jest/globals';
import { TECHNICAL_TYPES, type TechnicalType } from '@pks/contracts';
import { Invalid } from '@pks/platform';
import { assertPayloadFits, emptyPayload, emptyVersion } from './payload-rules.ts';

const BPMN = '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>';
const refusal = (type: TechnicalType, payload: unknown): string | undefined => {
  try {
    assertPayloadFits(type, payload);
    return undefined;
  } catch (error) {
    return error instanceof Invalid ? error.data.fields?.['payload']?.[0] : String(error);
  }
};

describe('content', () => {
  it.each<[TechnicalType, unknown]>([
    ['markdown', ''],
    ['markdown', '# Title'],
    ['bpmn_xml', ''],
    ['bpmn_xml', BPMN],
    ['mental_map', {}],
    ['mental_map', { nodes: [1, null] }],
    ['playbook_list', []],
    ['playbook_list', [{ steps: [] }, {}]],
    ['design_template_list', [{ name: 'One' }]],
  ])('of %s may be %j', (type, payload) => {
    expect(refusal(type, payload)).toBeUndefined();
  });

  it.each<[TechnicalType, unknown]>([
    ['markdown', 5],
    ['markdown', {}],
    ['markdown', ['a']],
    ['bpmn_xml', {}],
    ['bpmn_xml', 'no XML'],
    ['mental_map', 'text'],
    ['mental_map', []],
    ['mental_map', 1],
    ['playbook_list', {}],
    ['playbook_list', 'text'],
    ['playbook_list', ['text']],
    ['playbook_list', [{}, null]],
    ['playbook_list', [[]]],
    ['design_template_list', [1]],
    ['design_template_list', true],
  ])('of %s may not be %j', (type, payload) => {
    expect(refusal(type, payload)).toEqual(expect.any(String));
  });

  it.each(TECHNICAL_TYPES)('of %s may not be null', (type) => {
    expect(refusal(type, null)).toBe('This field may not be null.');
  });

  it('reports which item of a list is not an object', () => {
    expect(refusal('playbook_list', [{}, 'text'])).toContain('item 1');
  });
});

describe('a first version', () => {
  it.each<[TechnicalType, unknown]>([
    ['markdown', ''],
    ['bpmn_xml', ''],
    ['mental_map', {}],
    ['playbook_list', []],
    ['design_template_list', []],
  ])('of %s is %j, which is valid', (type, payload) => {
    expect(emptyPayload(type)).toEqual(payload);
    expect(emptyVersion(type)).toMatchObject({ payload, shortName: '', changeSummary: '', editSource: '' });
    expect(refusal(type, emptyPayload(type))).toBeUndefined();
  });
});
