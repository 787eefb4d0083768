import 'reflect-metadata';
import { collectWhenQuiet, configOrExit, makeLog, stopOnSignal } from '@pks/platform/process';
import { GatewayConfig } from './gateway.config.ts';
import { startGateway } from './gateway.ts';

const config = configOrExit(GatewayConfig);
const log = makeLog('gateway', config.logLevel);
collectWhenQuiet();
try {
  const gateway = await startGateway(config, log);
  stopOnSignal(log, config.exitWithParent === '1', gateway);
  log.info({ address: gateway.address }, 'started');
} catch (error) {
  process.stderr.write(
    `The gateway cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
