import { LocalEndpoint } from './local-endpoint.ts';

/** The endpoint's answer: results as SearXNG sends them, any other response, or nothing at all. */
export type WebSearchAnswer =
  | { readonly results: readonly unknown[] }
  | { readonly status: number; readonly body: string; readonly location?: string }
  | null;

/** A real HTTP server on 127.0.0.1 that responds like SearXNG's search, with the answers set for the next requests. */
export class WebSearchEndpoint extends LocalEndpoint {
  /** The query parameters of the requests that the endpoint received. */
  readonly requests: Readonly<Record<string, string>>[] = [];
  /** The answers to the next requests, one each; later requests get no results. */
  readonly next: WebSearchAnswer[] = [];

  private constructor() {
    super('/searxng');
  }

  static start(): Promise<WebSearchEndpoint> {
    const endpoint = new WebSearchEndpoint();
    return endpoint.listen(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, endpoint.url);
      if (pathname !== '/searxng/search') return void response.writeHead(404).end();
      endpoint.requests.push(Object.fromEntries(searchParams));
      const answer = endpoint.next.length > 0 ? endpoint.next.shift() : { results: [] };
      if (!answer) return;
      if ('results' in answer) return void response.end(JSON.stringify(answer));
      const { status, body, location } = answer;
      response.writeHead(status, location === undefined ? {} : { Location: location }).end(body);
    });
  }
}
