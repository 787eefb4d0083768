import { startServers } from './servers.ts';

/** Jest's global set-up of a service: its database and its bus. */
export default (): Promise<void> => startServers({ postgres: true, nats: true });
