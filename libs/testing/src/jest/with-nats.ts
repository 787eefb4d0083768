import { startServers } from './servers.ts';

/** Jest's global set-up of what only talks. */
export default (): Promise<void> => startServers({ nats: true });
