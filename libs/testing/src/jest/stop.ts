import { stopServers } from './servers.ts';

/** Jest's global teardown. */
export default (): Promise<void> => stopServers();
