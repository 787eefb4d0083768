import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { FilesModule } from '../files/files.module.ts';
import { HttpModule } from '../http/http.module.ts';
import { McpModule } from '../mcp/mcp.module.ts';
import { StreamsModule } from '../streams/streams.module.ts';
import { ApiRoutes } from './api-routes.ts';
import { EndpointParts } from './endpoint.ts';
import { Endpoints } from './endpoints.ts';

/** Serves the table of routes. */
@Module({
  imports: [AccessModule, FilesModule, HttpModule, McpModule, StreamsModule],
  providers: [ApiRoutes, EndpointParts, Endpoints],
})
export class RoutingModule {}
