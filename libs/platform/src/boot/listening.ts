import { types } from 'node:util';
import { BadConfiguration } from '../config/config.ts';

/** Errors of listening that are caused by the port; all others are caused by the host. */
const OF_THE_PORT: readonly unknown[] = ['EADDRINUSE', 'EACCES'];

/** Listens at the address that two variables configure. @throws BadConfiguration that names the variable at fault. */
export async function listenAt<T>(
  variables: { readonly host: string; readonly port: string },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (cause) {
    if (!types.isNativeError(cause) || !('syscall' in cause) || !('code' in cause)) throw cause;
    const variable = OF_THE_PORT.includes(cause.code) ? variables.port : variables.host;
    throw new BadConfiguration(
      `The environment is not usable. ${variable}: Nothing can listen there (${cause.message}).`,
      { cause },
    );
  }
}
