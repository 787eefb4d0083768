import { SaxesParser } from 'saxes';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const NOT_BPMN = `The root element must be "definitions" of BPMN 2.0 (${BPMN}).`;

/** Why a text is no BPMN 2.0 XML; undefined when it is, or is empty. Entities of its own are not expanded: they are refused. */
export function whyNotBpmn(text: string): string | undefined {
  if (text === '') return undefined;
  let problem: string | undefined;
  let depth = 0;
  const parser = new SaxesParser({ xmlns: true, position: true });
  parser.on('error', (error) => (problem ??= `Must be well-formed XML: ${error.message}.`));
  parser.on('opentag', ({ local, uri }) => {
    if (depth === 0 && (local !== 'definitions' || uri !== BPMN)) problem ??= NOT_BPMN;
    depth += 1;
  });
  parser.on('closetag', () => (depth -= 1));
  for (let at = 0; at < text.length && problem === undefined; at += CHUNK)
    parser.write(text.slice(at, at + CHUNK));
  if (problem === undefined) parser.close();
  return problem;
}

/** A text that is refused early is not read to its end. Characters. */
const CHUNK = 64 * 1024;
