import { operationIdOf } from '../routes/operation-id.ts';
import type { Route } from '../routes/route.ts';
import recorded from './examples.json' with { type: 'json' };
import { PAYLOADS } from './payloads.ts';

interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

/** Requests and responses recorded by a run of `test/examples.e2e-spec.ts`, by operation. */
const RECORDED: Readonly<Partial<Record<string, Example>>> = recorded;

/** The example of a request's body, for its media type; for versions, one of each technical type. */
export function requestExample(route: Route): object {
  const id = operationIdOf(route);
  if (id === 'versions_append') return { examples: versionsOfEachType() };
  const request = RECORDED[id]?.request;
  return request === undefined ? {} : { example: request };
}

function versionsOfEachType(): object {
  const { request } = recorded.versions_append;
  const examples: Record<string, object> = {};
  for (const [type, payload] of Object.entries(PAYLOADS)) {
    const summary = `The payload of an artifact of the type ${type}`;
    examples[type] = { summary, value: { ...request, payload } };
  }
  return examples;
}

/** The example of a response, for its media type. */
export function responseExample(route: Route): object {
  const response = RECORDED[operationIdOf(route)]?.response;
  return response === undefined ? {} : { example: response };
}
