import { describe, expect, it } from '@jest/globals';
import { whyNotBpmn } from './bpmn.ts';

const NAMESPACE = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const MIB = 1024 * 1024;
const definitions = (content: string): string => `<definitions xmlns="${NAMESPACE}">${content}</definitions>`;

describe('BPMN', () => {
  it.each([
    ['nothing', ''],
    ['definitions', definitions('')],
    ['definitions under a prefix', `<bpmn:definitions xmlns:bpmn="${NAMESPACE}"></bpmn:definitions>`],
    [
      'a declaration and comments',
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a -->${definitions('')}<!-- b -->\n`,
    ],
    ['a byte order mark', `\uFEFF${definitions('')}`],
    ['elements of other namespaces', definitions('<di:x xmlns:di="urn:di" di:y="1"/>')],
    ['the entities of XML itself', definitions('<task name="a &amp; b &lt; &#65; &#x1F600;"/>')],
    ['a document type that declares nothing', `<!DOCTYPE definitions>${definitions('')}`],
    ['a long value', definitions(`<task name="${'x'.repeat(1_000)}"/>`)],
    [
      'a namespace of 255 characters',
      definitions(`<a xmlns:p="${'u'.repeat(255)}" xmlns="${'u'.repeat(255)}"/>`),
    ],
    ['character data', definitions('<script><![CDATA[a < b]]></script>')],
  ])('can be %s', (_, text) => {
    expect(whyNotBpmn(text)).toBeUndefined();
  });

  it.each([
    ['text', 'hello'],
    ['white space', '  '],
    ['another root', `<process xmlns="${NAMESPACE}"/>`],
    ['another namespace', '<definitions xmlns="http://example.test/"/>'],
    ['no namespace', '<definitions/>'],
    ['BPMN 1 under the right name', '<definitions xmlns="http://www.omg.org/bpmn/1"/>'],
    ['an open element', `<definitions xmlns="${NAMESPACE}"><task>`],
    ['crossed elements', definitions('<a><b></a></b>')],
    ['two roots', definitions('') + definitions('')],
    ['an attribute twice', definitions('<task id="a" id="b"/>')],
    ['an undeclared prefix', definitions('<x:task/>')],
    ['an attribute without quotes', definitions('<task id=a/>')],
    ['a bare ampersand', definitions('a & b')],
    ['an unknown entity', definitions('&unknown;')],
    ['a control character', definitions('\u0001')],
    ['text after the end', `${definitions('')}more`],
  ])('cannot be %s', (_, text) => {
    expect(whyNotBpmn(text)).toEqual(expect.any(String));
  });

  it('says what is wrong and where', () => {
    expect(whyNotBpmn(definitions('\n<a></b>'))).toMatch(/^Must be well-formed XML: 2:/);
    expect(whyNotBpmn('<process/>')).toContain(NAMESPACE);
  });

  it('expands no entities: a billion laughs are refused at the first', () => {
    const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
    const text = `<!DOCTYPE d [<!ENTITY e0 "ha">${entities.join('')}]>${definitions('&e20;')}`;
    expect(whyNotBpmn(text)).toContain('undefined entity');
  });

  it('reads no files', () => {
    const text = `<!DOCTYPE d [<!ENTITY f SYSTEM "file:///etc/passwd">]>${definitions('&f;')}`;
    expect(whyNotBpmn(text)).toContain('undefined entity');
  });

  it('may be up to 4 MiB', () => {
    expect(whyNotBpmn(definitions('<task id="a"/>'.repeat((4 * MIB) / 16)))).toBeUndefined();
    expect(whyNotBpmn(definitions('😀'.repeat(MIB)))).toBeUndefined();
  });

  it('may be nested 100 elements deep', () => {
    const nested = (depth: number): string => definitions('<a>'.repeat(depth - 1) + '</a>'.repeat(depth - 1));
    expect(whyNotBpmn(nested(100))).toBeUndefined();
    expect(whyNotBpmn(nested(101))).toContain('100');
    expect(whyNotBpmn(definitions('<a>'.repeat(MIB)))).toContain('100');
  });

  it('may have 1,000 attributes on each element', () => {
    const element = (count: number): string =>
      `<a ${Array.from({ length: count }, (_, n) => `a${n}=""`).join(' ')}/>`;
    expect(whyNotBpmn(definitions(element(1_000).repeat(3)))).toBeUndefined();
    expect(whyNotBpmn(definitions(element(1_001)))).toBe('An element may have 1,000 attributes at most.');
  });

  it('may have namespace names that can be put before every attribute', () => {
    const attributes = Array.from({ length: 100_000 }, (_, n) => `p:a${n}=""`).join(' ');
    const text = definitions(`<a xmlns:p="${'u'.repeat(MIB)}" ${attributes}/>`);
    expect(whyNotBpmn(text)).toContain('255');
    for (const name of ['xmlns', 'xmlns:p'])
      expect(whyNotBpmn(definitions(`<a ${name}="${'u'.repeat(256)}"/>`))).toContain('255');
  });

  it('is refused with a short sentence, however long the names in it are', () => {
    expect(whyNotBpmn(definitions(`<x:${'y'.repeat(MIB)}/>`))?.length).toBeLessThan(300);
    expect(whyNotBpmn(`<${'y'.repeat(MIB)}`)?.length).toBeLessThan(300);
    expect(whyNotBpmn(definitions(`<${'y'.repeat(MIB)}:x/>`))?.length).toBeLessThan(300);
  });
});
