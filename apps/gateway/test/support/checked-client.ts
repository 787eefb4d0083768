import { type Answer, ApiClient } from '@pks/testing/black-box';
import { Documented, type OpenApi } from './documented.ts';
import { wholeDocument } from './whole-document.ts';

/** The document itself, and the page that shows it. */
const DISCOVERY = /^\/(openapi\.json|docs)/;

const documents = new Map<string, Promise<Documented>>();

/** The document of the product at an address, read once per test file. */
export function documentedAt(baseUrl: string): Promise<Documented> {
  const known = documents.get(baseUrl) ?? readDocument(baseUrl);
  documents.set(baseUrl, known);
  return known;
}

/** A client that throws for a response that the OpenAPI document does not describe. */
export class CheckedClient extends ApiClient {
  override as(token: string | undefined): CheckedClient {
    return new CheckedClient(this.baseUrl, token);
  }

  override async send<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>> {
    const [documented, answer] = await Promise.all([
      documentedAt(this.baseUrl),
      super.send<Body>(method, path, body, headers),
    ]);
    if (!DISCOVERY.test(path)) documented.judge({ method, path, ...answer });
    return answer;
  }
}

async function readDocument(baseUrl: string): Promise<Documented> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  return new Documented(wholeDocument((await response.json()) as OpenApi));
}
