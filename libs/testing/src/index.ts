export * from './api-client.ts';
export * from './bus.ts';
export * from './database.ts';
