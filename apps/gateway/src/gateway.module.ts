import { type DynamicModule, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { BusClient, BusConnection, type Log, PlatformModule } from '@pks/platform/process';
import { ConsoleModule } from './console/console.module.ts';
import type { GatewayConfig } from './gateway.config.ts';
import { HttpModule } from './http/http.module.ts';
import { OAuthModule } from './oauth/oauth.module.ts';
import { OpenApiModule } from './openapi/openapi.module.ts';
import { RoutingModule } from './routing/routing.module.ts';

/** The gateway: the routes of the API, and the pages beside it. */
@Module({ imports: [ConsoleModule, HttpModule, OAuthModule, OpenApiModule, RoutingModule] })
export class GatewayModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly connection: BusConnection,
    private readonly bus: BusClient,
  ) {}

  static of(config: GatewayConfig, log: Log): DynamicModule {
    return { module: GatewayModule, imports: [PlatformModule.of('gateway', config, log)] };
  }

  onModuleInit(): void {
    this.connection.open();
    this.bus.open();
  }

  onApplicationShutdown(): Promise<void> {
    return this.connection.close();
  }
}
