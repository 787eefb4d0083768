import { startServers } from './servers.ts';

/** Jest's global setup for a service: its database and its bus. */
export default (): Promise<void> => startServers({ postgres: true, nats: true });
