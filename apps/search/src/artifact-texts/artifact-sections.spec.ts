import { describe, expect, it } from '@jest/globals';
import { artifactSections } from './artifact-sections.ts';

const said = (sections: ReturnType<typeof artifactSections>) =>
  sections.map(({ heading, text }) => [heading, text]);

const numbered = <T>(of: (n: number) => T): T[] => Array.from({ length: 30_000 }, (_, n) => of(n));

const LONG = 'x'.repeat(200);

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

  it('are, of a note with markup in it, all of its text', () => {
    const xml = `<definitions><documentation>plain <b>bold <i name="x">italic</i></b> tail</documentation>
      <task name="Board"><documentation><![CDATA[Mind <the> gap.]]></documentation></task>
      <script><![CDATA[not spoken]]></script></definitions>`;
    expect(said(artifactSections('bpmn_xml', xml))).toEqual([
      ['', 'plain\nbold\nx\nitalic\ntail\nBoard\nMind <the> gap.'],
    ]);
  });

  it('have headings of bounded length, whatever the names of the objects are', () => {
    const long = { title: LONG.repeat(1_500), ['k'.repeat(500)]: [{ id: 'a', text: 'Say hello.' }] };
    const [above, inner] = artifactSections('mental_map', long);
    expect(above?.heading).toBe(LONG);
    expect(above?.text).toBe(`title: ${long.title}`);
    expect(inner?.heading).toBe(`${LONG} › ${'k'.repeat(200)} › a`);
    const deep = Array.from({ length: 9 }).reduce((under) => ({ name: 'y'.repeat(150), under }), { a: 1 });
    for (const { heading } of artifactSections('mental_map', deep))
      expect(heading.length).toBeLessThanOrEqual(1_000);
  });

  it.each([
    ['a map', 'mental_map', { title: LONG, [LONG]: { [LONG]: numbered((n) => ({ name: `n${n}`, a: n })) } }],
    ['a text', 'markdown', `# ${LONG}\n## ${LONG}\n${numbered((n) => `### ${n}\n${n}\n`).join('')}`],
  ] as const)('of %s have headings in proportion to their texts', (_what, type, payload) => {
    const sections = artifactSections(type, payload);
    const length = (of: 'heading' | 'text') => sections.reduce((sum, section) => sum + section[of].length, 0);
    expect(length('heading')).toBeLessThanOrEqual(100_000 + 16 * length('text'));
    expect(sections.at(-1)?.text).toContain('29999');
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
