import { SaxesParser } from 'saxes';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
/** The maximum depth, as for JSON. */
const MAX_DEPTH = 100;

/** The maximum number of attributes of an element: the time for each grows with their number. */
const MAX_ATTRIBUTES = 1_000;
/** The maximum length of a namespace, which the parser puts before each name in it. Characters. */
const MAX_NAMESPACE = 255;
/** The parser's message is cut to this length, because it may repeat a name of any length. Characters. */
const MAX_REASON = 200;

class NotBpmn extends Error {}

/** Why a text is not BPMN 2.0 XML; undefined if it is, or is empty. Declared entities are refused, not expanded. */
export function whyNotBpmn(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    strictParser().write(text).close();
    return undefined;
  } catch (error) {
    if (error instanceof NotBpmn) return error.message;
    throw error;
  }
}

/** A parser that throws at the first error, and reads no further. */
function strictParser(): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  let attributes = 0;
  parser.on('error', (error) => {
    throw new NotBpmn(`Must be well-formed XML: ${error.message.slice(0, MAX_REASON)}`);
  });
  parser.on('attribute', ({ name, prefix, value }) => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) {
      throw new NotBpmn(`An element may have ${MAX_ATTRIBUTES.toLocaleString('en')} attributes at most.`);
    }
    if (value.length > MAX_NAMESPACE && (prefix === 'xmlns' || name === 'xmlns')) {
      throw new NotBpmn(`The name of a namespace may have ${MAX_NAMESPACE} characters at most.`);
    }
  });
  parser.on('opentag', ({ local, uri }) => {
    if (depth === 0 && (local !== 'definitions' || uri !== BPMN)) {
      throw new NotBpmn(`The root element must be "definitions" of BPMN 2.0 (${BPMN}).`);
    }
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw new NotBpmn(`Elements may be nested ${MAX_DEPTH} deep at most.`);
  });
  parser.on('closetag', () => (depth -= 1));
  return parser;
}
