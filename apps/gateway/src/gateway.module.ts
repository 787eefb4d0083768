import { Module } from '@nestjs/common';
import { BusClient, BusConnection, CallerSeal, Clock, LOG, type Log } from '@pks/platform/process';
import { Gatekeeper } from './access/gatekeeper.ts';
import { Throttle } from './access/throttle.ts';
import { GatewayConfig } from './gateway.config.ts';
import { AccessTokens } from './oauth/access-tokens.ts';
import { issuersIn } from './oauth/issuer-list.ts';
import { Streams } from './streams/streams.ts';

/** The parts of the gateway. */
@Module({
  providers: [
    {
      provide: Gatekeeper,
      inject: [BusClient, BusConnection, CallerSeal, GatewayConfig, Clock, LOG],
      useFactory: (
        bus: BusClient,
        connection: BusConnection,
        seal: CallerSeal,
        config: GatewayConfig,
        clock: Clock,
        log: Log,
      ) =>
        new Gatekeeper({
          bus,
          connection,
          seal,
          log,
          accessTokens: new AccessTokens(issuersIn(config.oauthIssuers), clock),
          throttle: new Throttle(config.rateLimitPerMinute),
          deadlineMs: config.requestDeadlineMs,
        }),
    },
    {
      provide: Streams,
      inject: [BusClient, BusConnection, GatewayConfig, LOG],
      useFactory: (bus: BusClient, connection: BusConnection, config: GatewayConfig, log: Log) =>
        new Streams({ bus, connection, log, deadlineMs: config.requestDeadlineMs }),
    },
  ],
})
export class GatewayModule {}
