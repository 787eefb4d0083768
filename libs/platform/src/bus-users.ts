/** For code that starts or checks a NATS server; no service loads it. */
export * from './bus-users/bus-users.ts';
export { CALLS, ownerOf } from './bus-users/declared.ts';
export * from './bus-users/nats-authorization.ts';
