import { Module } from '@nestjs/common';
import { GatewayConfig } from '../gateway.config.ts';
import { HttpModule } from '../http/http.module.ts';
import { OAuthModule } from '../oauth/oauth.module.ts';
import { AccessCache } from './access-cache.ts';
import { AccessChanges } from './access-changes.ts';
import { Gatekeeper } from './gatekeeper.ts';
import { Sessions } from './sessions.ts';
import { Throttle } from './throttle.ts';

/** Authenticates requests, and authorizes them for their routes. */
@Module({
  imports: [HttpModule, OAuthModule],
  providers: [
    AccessCache,
    AccessChanges,
    Gatekeeper,
    Sessions,
    {
      provide: Throttle,
      inject: [GatewayConfig],
      useFactory: (config: GatewayConfig) => new Throttle(config.rateLimitPerMinute),
    },
  ],
  exports: [AccessChanges, Gatekeeper, Sessions],
})
export class AccessModule {}
