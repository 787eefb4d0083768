import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers with a page that says that there is nothing at an address. */
export type NotFoundPage = (request: FastifyRequest, response: FastifyReply) => Promise<FastifyReply>;

/** Addresses that programs request, or that browsers load by themselves. */
const NO_PAGES = /^\/(?:api|mcp|assets|health|\.well-known)(?:[/?]|$)/i;
const HTML = /(?:^|,)\s*text\/html\s*(?:[,;]|$)/i;

/** Whether a person opens an address in a browser, and so can read a page but not JSON. */
export function wantsPage({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && HTML.test(headers.accept ?? '') && !NO_PAGES.test(url);
}
