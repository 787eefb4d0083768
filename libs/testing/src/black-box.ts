/** The parts that tests of a running product use. Nothing here loads the platform, which costs each test file a second of processor time. */
export { freePort } from '@pks/stack';
export * from './api-client.ts';
export * from './database-session.ts';
export * from './embeddings-endpoint.ts';
export * from './eventually.ts';
export * from './freeze.ts';
export * from './log-lines.ts';
export * from './mail-server.ts';
export * from './model-endpoint.ts';
export * from './mortal-process.ts';
export * from './own-servers.ts';
export * from './pause.ts';
export * from './product.ts';
export * from './reranking-endpoint.ts';
export * from './web-search-endpoint.ts';
