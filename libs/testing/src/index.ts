export * from './api-client.ts';
export * from './bus.ts';
export * from './database.ts';
export * from './database-session.ts';
export * from './eventually.ts';
export * from './log-lines.ts';
export * from './own-servers.ts';
export * from './product.ts';
