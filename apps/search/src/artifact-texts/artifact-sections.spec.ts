import { describe, expect, it } from '@jest/globals';
import { artifactSections } from './artifact-sections.ts';

const said = (sections: ReturnType<typeof artifactSections>) =>
  sections.map(({ heading, text }) => [heading, text]);

describe('the sections of an artifact', () => {
  it('are, for a text, the content under each heading', () => {
    const sections = artifactSections('markdown', '# Fares\n\nCheap.\n\n## Refunds\n\nSlow.');
    expect(sections.map(({ heading }) => heading)).toEqual(['Fares', 'Fares › Refunds']);
  });

  it('are, for a map or a list, the texts of its objects, under their names', () => {
    const payload = [
      {
        name: 'Greeting',
        steps: [{ title: 'Hello', text: 'Say hello.', tries: 3, tags: ['kind', 'short'] }],
      },
      { id: 'b', hidden: true, nothing: null },
    ];
    expect(said(artifactSections('playbook_list', payload))).toEqual([
      ['Greeting', 'name: Greeting'],
      ['Greeting › steps › Hello', 'title: Hello\ntext: Say hello.\ntries: 3\ntags: kind, short'],
      ['b', 'id: b'],
    ]);
  });

  it('are, for a diagram, the names and the notes of its elements', () => {
    const xml = `<bpmn:definitions xmlns:bpmn="x"><bpmn:process name="Boarding">
      <bpmn:documentation>Who boards first &amp; why.</bpmn:documentation>
      <bpmn:task id="t1" name="Check the ticket"/><bpmn:script>not spoken</bpmn:script>
    </bpmn:process></bpmn:definitions>`;
    expect(said(artifactSections('bpmn_xml', xml))).toEqual([
      ['', 'Boarding\nWho boards first & why.\nCheck the ticket'],
    ]);
  });

  it.each([
    ['markdown', ''],
    ['bpmn_xml', ''],
    ['bpmn_xml', '<broken'],
    ['mental_map', {}],
    ['playbook_list', []],
    ['design_template_list', [{}]],
  ] as const)('is nothing in an empty %s, %j', (type, payload) => {
    expect(artifactSections(type, payload)).toEqual([]);
  });
});
