import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.ts';
import { OpenApiController } from './openapi.controller.ts';

/** The description of the API, for programs and for people. */
@Module({ controllers: [DocsController, OpenApiController] })
export class OpenApiModule {}
