import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.ts';
import { LandingController } from './landing.controller.ts';
import { OpenApiController } from './openapi.controller.ts';

/** The description of the API, for programs and for people. */
@Module({ controllers: [DocsController, LandingController, OpenApiController] })
export class OpenApiModule {}
