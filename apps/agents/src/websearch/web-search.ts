import { Inject, Injectable } from '@nestjs/common';
import { Integer, Text } from '@pks/contracts';
import {
  type CountOutgoing,
  LOG,
  type Log,
  OutgoingFailed,
  OutgoingHttp,
  OutgoingRequests,
  type OutgoingResponse,
  outcomeOfError,
  outcomeOfStatus,
} from '@pks/platform';
import { AgentsConfig } from '../agents.config.ts';
import { NoSettings, configurationOf } from '../kinds/configurations.ts';
import { ToolError } from '../kinds/tool-errors.ts';
import {
  type PreparedTool,
  type RunTerms,
  type ToolKind,
  type ToolResults,
  type ToolSettings,
  prepared,
} from '../kinds/tool-kind.ts';
import { type FoundPage, pagesIn } from './found-pages.ts';

/** The limits on the request for a page of results. */
const BOUNDS = { ms: 8_000, bytes: 4 * 1024 * 1024 } as const;
/** The most pages of results that one search asks for. */
const MOST_PAGES = 3;

class WebQuery {
  @Text({ max: 2_000, trim: true, description: 'What to look for on the web. It is sent to search engines.' })
  readonly query!: string;

  @Integer({ min: 1, max: 50, default: 10, description: 'How many results to return at most.' })
  readonly top_k!: number;

  @Text({
    optional: true,
    pattern: '^[a-z]{2,3}(-[A-Z]{2})?$',
    description: 'The language of the results, such as `en` or `de-AT`.',
  })
  readonly language?: string;
}

/** Tools that search the web through the installation's SearXNG-compatible endpoint. They do not open the pages found. */
@Injectable()
export class WebSearch implements ToolKind {
  readonly isAvailable: boolean;
  private readonly endpoint: string;
  private readonly http: OutgoingHttp;
  private readonly count: CountOutgoing | undefined;

  constructor(
    { webSearch }: AgentsConfig,
    @Inject(LOG) private readonly log: Log,
    outgoing: OutgoingRequests,
  ) {
    this.isAvailable = webSearch !== 'none';
    this.endpoint = webSearch;
    const allowedOrigins = this.isAvailable ? [new URL(webSearch).origin] : [];
    this.count = this.isAvailable ? outgoing.to('web_search') : undefined;
    this.http = new OutgoingHttp({ ...BOUNDS, allowedOrigins });
  }

  prepare({ configuration }: ToolSettings): PreparedTool {
    configurationOf(NoSettings, configuration);
    return prepared(WebQuery, (query, terms) => this.search(query, terms));
  }

  /** Reads as many pages of results as needed; each address counts once. If a later page fails, returns what was found before. */
  private async search(query: WebQuery, { signal }: RunTerms): Promise<ToolResults> {
    const found = new Map<string, FoundPage>();
    for (let number = 1; number <= MOST_PAGES && found.size < query.top_k; number += 1) {
      const before = found.size;
      for (const page of await this.further(query, number, signal, before > 0))
        if (!found.has(page.url)) found.set(page.url, page);
      if (found.size === before) break;
    }
    return [...found.values()].slice(0, query.top_k);
  }

  /** A page of results; empty if it fails after earlier pages had results. */
  private async further(
    query: WebQuery,
    number: number,
    signal: AbortSignal,
    hasFound: boolean,
  ): Promise<readonly FoundPage[]> {
    try {
      return await this.page(query, number, signal);
    } catch (error) {
      if (hasFound && error instanceof ToolError) return [];
      throw error;
    }
  }

  /** @throws ToolError if the search gives no results; the log says why. */
  private async page(query: WebQuery, number: number, signal: AbortSignal): Promise<readonly FoundPage[]> {
    try {
      const { status, body } = await this.answerOf(this.address(query, number), signal);
      const pages = status === 200 ? pagesIn(body) : undefined;
      const isRefusal = outcomeOfStatus(status) === 'refused';
      this.count?.(pages ? 'ok' : isRefusal ? 'refused' : 'failed');
      if (!pages) throw new OutgoingFailed(`It answered ${status} without results.`);
      return pages;
    } catch (error) {
      if (!(error instanceof OutgoingFailed)) throw error;
      this.log.warn({ err: error }, 'the web search failed');
      throw ToolError.of('search_failed', 'The web search did not answer. Try again in a moment.');
    }
  }

  private answerOf(address: URL, signal: AbortSignal): Promise<OutgoingResponse> {
    return this.http.get(address, signal).catch((error: unknown) => {
      this.count?.(outcomeOfError(error, signal));
      throw error;
    });
  }

  private address({ query, language }: WebQuery, number: number): URL {
    const url = new URL(`${this.endpoint.replace(/\/$/, '')}/search`);
    url.search = new URLSearchParams({
      q: query,
      format: 'json',
      pageno: String(number),
      ...(language === undefined ? {} : { language }),
    }).toString();
    return url;
  }
}
