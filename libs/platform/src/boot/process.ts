import type { INestApplicationContext } from '@nestjs/common';
import type { MessageClass } from '@pks/contracts';
import { Registry } from 'prom-client';
import { BadConfiguration, loadConfig } from '../config/config.ts';
import { ManagementServer, type ReadinessCheck } from '../health/management-server.ts';

/** A process's configuration; wrong values end the process with a sentence that names each variable. */
export function configOrExit<C extends object>(config: MessageClass<C>): C {
  try {
    return loadConfig(config);
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

/** Opens the management port, where one is configured. */
export async function openManagement(
  app: INestApplicationContext,
  config: { readonly healthHost: string; readonly healthPort?: number },
  checks: readonly (readonly [string, ReadinessCheck])[],
): Promise<ManagementServer> {
  const management = new ManagementServer(new Map(checks), app.get(Registry));
  if (config.healthPort !== undefined) await management.open(config.healthHost, config.healthPort);
  return management;
}
