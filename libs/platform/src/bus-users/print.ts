/** Prints the NATS users of this build: the embedded default starts its server with them, `npm run nats:users` stores them. */
import { natsAuthorization } from './nats-authorization.ts';

process.stdout
  .write(`# Written by "npm run nats:users" from libs/contracts, and checked by "npm run deployment:check".
# Each password is a string in the server's environment, in quotes, or one that begins with a digit would be read as a number.
${natsAuthorization()}`);
