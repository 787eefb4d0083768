export * from './black-box.ts';
export * from './bus.ts';
export * from './database.ts';
export * from './migration-digests.ts';
export * from './outcomes.ts';
export * from './running-service.ts';
export * from './stand-in-service.ts';
export * from './test-clock.ts';
