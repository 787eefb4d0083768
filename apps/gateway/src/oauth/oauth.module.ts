import { Module } from '@nestjs/common';
import { GatewayConfig } from '../gateway.config.ts';
import { AccessTokens } from './access-tokens.ts';
import { TRUSTED_ISSUERS, issuersIn } from './issuer-list.ts';
import { ResourceMetadataController } from './resource-metadata.controller.ts';

/** OAuth access tokens of the configured issuers. */
@Module({
  controllers: [ResourceMetadataController],
  providers: [
    {
      provide: TRUSTED_ISSUERS,
      inject: [GatewayConfig],
      useFactory: (config: GatewayConfig) => issuersIn(config.oauthIssuers),
    },
    AccessTokens,
  ],
  exports: [AccessTokens],
})
export class OAuthModule {}
