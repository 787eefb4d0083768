import { startServers } from './servers.ts';

/** Jest's global setup for tests that need only the bus. */
export default (): Promise<void> => startServers({ nats: true });
