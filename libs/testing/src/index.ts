export * from './api-client.ts';
export * from './bus.ts';
export * from './database.ts';
export * from './eventually.ts';
export * from './own-servers.ts';
