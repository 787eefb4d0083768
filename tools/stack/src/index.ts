export { startNats, type NatsServer } from './nats.ts';
export { locateNatsServer } from './nats-binary.ts';
export { freePort, isPortFree } from './ports.ts';
export { startPostgres, type PostgresServer } from './postgres.ts';
export { startService, type ServiceProcess } from './services.ts';
export { identify, isRunning, type ProcessIdentity } from './process-identity.ts';
export { startStack } from './stack.ts';
export { openDatabase } from './stack-database.ts';
export type { Stack, StackOptions, StartOptions } from './stack-options.ts';
