import type { INestApplicationContext } from '@nestjs/common';
import type { MessageClass } from '@pks/contracts';
import { Registry } from 'prom-client';
import { BadConfiguration, loadConfig } from '../config/config.ts';
import type { PlatformConfig } from '../config/platform.config.ts';
import { ManagementServer, type ReadinessCheck } from '../health/management-server.ts';
import { listenAt } from './listening.ts';

/** Loads a process's configuration; exits with a message that names each invalid variable if there are any. */
export function configOrExit<C extends object>(config: MessageClass<C>): C {
  try {
    return loadConfig(config);
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

/** Opens the management port, if one is configured. @throws BadConfiguration if it cannot. */
export async function openManagement(
  app: INestApplicationContext,
  config: Pick<PlatformConfig, 'healthHost' | 'healthPort' | 'healthNames'>,
  checks: readonly (readonly [string, ReadinessCheck])[],
): Promise<ManagementServer> {
  const management = new ManagementServer(new Map(checks), app.get(Registry));
  const { healthHost: host, healthPort: port, healthNames } = config;
  const names = healthNames?.split(',').map((name) => name.trim()) ?? [];
  if (port !== undefined) {
    const variables = { host: 'HEALTH_HOST', port: 'HEALTH_PORT' };
    await listenAt(variables, () => management.open({ host, port, names }));
  }
  return management;
}
