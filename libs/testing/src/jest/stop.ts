import { stopServers } from './servers.ts';

/** Jest's global tear-down. */
export default (): Promise<void> => stopServers();
