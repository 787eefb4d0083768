import { STATUS_CODES } from 'node:http';
import { REPLAYED } from './headers.ts';

type Json = Record<string, unknown>;

/** The parts of an operation that other operations may share. */
export interface Parted {
  parameters: Json[];
  responses: Record<string, Json>;
}

const NO_CONTENT = 204;
const FIRST_WITHOUT_RESULT = 300;

/** Parts of one kind. Of those under one name, the one that is used most often, and more than once, becomes a component. */
class Shared {
  private readonly texts: ReadonlyMap<string, string>;

  constructor(
    private readonly kind: string,
    parts: readonly (readonly [name: string, part: unknown])[],
  ) {
    const most = new Map<string, number>();
    const uses = new Map<string, number>();
    const texts = new Map<string, string>();
    for (const [name, part] of parts) {
      const text = JSON.stringify(part);
      const key = `${name} ${text}`;
      const count = (uses.get(key) ?? 0) + 1;
      uses.set(key, count);
      if (count <= (most.get(name) ?? 1)) continue;
      most.set(name, count);
      texts.set(name, text);
    }
    this.texts = texts;
  }

  /** A reference to the component if it equals the part, else the part. */
  refer<Part>(name: string, part: Part): Part | Json {
    const same = this.texts.get(name) === JSON.stringify(part);
    return same ? { $ref: `#/components/${this.kind}/${name}` } : part;
  }

  components(): Json {
    const sorted = [...this.texts].sort(([a], [b]) => a.localeCompare(b));
    return Object.fromEntries(sorted.map(([name, text]) => [name, JSON.parse(text)]));
  }
}

/** Replaces repeated parameters, headers and responses by references. Returns the components that they refer to. */
export function shareParts(operations: readonly Parted[]): Json {
  const responses = operations.flatMap((operation) => Object.values(operation.responses));
  const headers = new Shared('headers', responses.flatMap(headersOf));
  for (const response of responses) {
    const shared = headersOf(response).map(([name, header]) => [name, headers.refer(name, header)]);
    response['headers'] = Object.fromEntries(shared);
  }
  const named = operations.flatMap((operation) => Object.entries(operation.responses).flatMap(namedOf));
  const answers = new Shared('responses', named);
  const parameters = new Shared(
    'parameters',
    operations.flatMap((operation) => operation.parameters.map((one) => [nameOf(one), one] as const)),
  );
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((one) => parameters.refer(nameOf(one), one));
    for (const [status, response] of Object.entries(operation.responses))
      for (const [name] of namedOf([status, response]))
        operation.responses[status] = answers.refer(name, response);
  }
  return {
    parameters: parameters.components(),
    headers: headers.components(),
    responses: answers.components(),
  };
}

function headersOf({ headers }: Json): [string, unknown][] {
  return Object.entries(headers ?? {});
}

/** Responses without a result of their own, named by the words of their status; replayable ones have separate names. */
function namedOf([status, response]: [string, Json]): (readonly [string, Json])[] {
  if (Number(status) < FIRST_WITHOUT_RESULT && Number(status) !== NO_CONTENT) return [];
  const words = (STATUS_CODES[status] ?? status).replaceAll(' ', '');
  const mayReplay = headersOf(response).some(([name]) => name in REPLAYED);
  return [[mayReplay ? `Replayable${words}` : words, response]];
}

function nameOf({ name }: Json): string {
  return String(name);
}
