import { Module } from '@nestjs/common';
import { BusClient, BusConnection, CallerSeal, LOG, type Log } from '@pks/platform';
import { Gatekeeper } from './access/gatekeeper.ts';
import { Throttle } from './access/throttle.ts';
import { GatewayConfig } from './gateway.config.ts';

/** The parts of the gateway. */
@Module({
  providers: [
    {
      provide: Gatekeeper,
      inject: [BusClient, BusConnection, CallerSeal, GatewayConfig, LOG],
      useFactory: (
        bus: BusClient,
        connection: BusConnection,
        seal: CallerSeal,
        config: GatewayConfig,
        log: Log,
      ) =>
        new Gatekeeper({
          bus,
          connection,
          seal,
          log,
          throttle: new Throttle(config.rateLimitPerMinute),
          deadlineMs: config.requestDeadlineMs,
        }),
    },
  ],
})
export class GatewayModule {}
