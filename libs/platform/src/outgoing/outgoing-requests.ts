import { isNativeError } from 'node:util/types';
import { Counter, type Registry } from 'prom-client';

/** Servers of others that the product can do without for a while: its answers get worse then, and nothing else shows it. */
export type OutgoingServer = 'embeddings' | 'language_model' | 'reranker' | 'smtp' | 'web_search';

const OUTCOMES = ['ok', 'refused', 'failed', 'timeout'] as const;
/**
 * How a request ended: with a usable answer; refused, as for a wrong key, too many requests, or its content; without an answer in
 * time; or in any other way, such as an error of the server or an answer that cannot be read.
 */
export type OutgoingOutcome = (typeof OUTCOMES)[number];

/** Counts a request by its outcome. A request that was given up says nothing about the server, and is not counted. */
export type CountOutgoing = (outcome: OutgoingOutcome | undefined) => void;

/** Counts the requests of a process to servers of others, on `/metrics`. */
export class OutgoingRequests {
  private readonly requests: Counter<'to' | 'outcome'>;

  constructor(registry: Registry) {
    this.requests = new Counter({
      name: 'outgoing_requests_total',
      help: 'Requests to servers of others.',
      labelNames: ['to', 'outcome'],
      registers: [registry],
    });
  }

  /** Returns the counter of requests to a configured server. Each outcome begins with 0, so that alerts see the first. */
  to(server: OutgoingServer): CountOutgoing {
    for (const outcome of OUTCOMES) this.requests.inc({ to: server, outcome }, 0);
    return (outcome) => {
      if (outcome !== undefined) this.requests.inc({ to: server, outcome });
    };
  }
}

/** The outcome of a request, by the status of its answer. */
export function outcomeOfStatus(status: number): OutgoingOutcome {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/**
 * The outcome of a request that failed with an error; undefined if its caller gave it up: by this signal, unless it timed out, or by one that
 * is not given.
 */
export function outcomeOfError(error: unknown, signal?: AbortSignal): OutgoingOutcome | undefined {
  if (signal?.aborted) return isLate(signal.reason) ? 'timeout' : undefined;
  if (!isNativeError(error) && !(error instanceof DOMException)) return 'failed';
  if (isLate(error)) return 'timeout';
  if (error.cause !== undefined) return outcomeOfError(error.cause);
  return error.name === 'AbortError' ? undefined : 'failed';
}

function isLate(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
