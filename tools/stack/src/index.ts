export { startNats, type NatsServer } from './nats.ts';
export { locateNatsServer } from './nats-binary.ts';
export { freePort, isPortFree } from './ports.ts';
export { startPostgres, type PostgresServer } from './postgres.ts';
export { startService, type ServiceProcess } from './services.ts';
export { startStack, type Stack, type StackOptions } from './stack.ts';
