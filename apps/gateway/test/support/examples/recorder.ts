import type { Answer } from '@pks/testing/black-box';
import { ALL_ROUTES } from '../../../src/routes/index.ts';
import { operationIdOf } from '../../../src/routes/operation-id.ts';
import { CheckedClient } from '../checked-client.ts';
import { type Disguise } from './disguise.ts';

/** What is sent and received as an example of an operation. */
export interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

const OPERATIONS = ALL_ROUTES.map((route) => ({
  id: operationIdOf(route),
  method: route.method,
  words: route.path.split('{').length,
  path: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
})).sort((a, b) => a.words - b.words);

/** Keeps the first successful request and response of each operation, except for what differs from run to run. */
export class Recorder {
  private readonly examples = new Map<string, Example>();

  constructor(readonly disguise: Disguise) {}

  client(baseUrl: string, token?: string): RecordingClient {
    return new RecordingClient(this, baseUrl, token);
  }

  record(method: string, path: string, request: unknown, { status, body }: Answer<unknown>): void {
    const [bare = ''] = path.split('?');
    const operation = OPERATIONS.find((one) => one.method === method && one.path.test(bare));
    if (!operation || status >= 300 || this.examples.has(operation.id)) return;
    const isJson = request !== undefined && !(request instanceof FormData);
    const example = {
      ...(isJson ? { request } : {}),
      ...(body === undefined ? {} : { response: body }),
    };
    this.examples.set(operation.id, this.disguise.of(example));
  }

  /** By operation, sorted by name. */
  all(): Record<string, Example> {
    return Object.fromEntries([...this.examples].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** A client whose requests are recorded. */
export class RecordingClient extends CheckedClient {
  constructor(
    private readonly recorder: Recorder,
    baseUrl: string,
    token?: string,
  ) {
    super(baseUrl, token);
  }

  override as(token: string | undefined): RecordingClient {
    return this.recorder.client(this.baseUrl, token);
  }

  override async send<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>> {
    const answer = await super.send<Body>(method, path, body, headers);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    this.recorder.record(method, path, body, answer);
    return answer;
  }
}
