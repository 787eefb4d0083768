import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { FilesModule } from '../files/files.module.ts';
import { HttpModule } from '../http/http.module.ts';
import { McpRoute } from '../mcp/mcp-route.ts';
import { StreamsModule } from '../streams/streams.module.ts';
import { ApiRoutes } from './api-routes.ts';
import { EndpointParts } from './endpoint.ts';
import { Endpoints } from './endpoints.ts';

/** Serves the table of routes. */
@Module({
  imports: [AccessModule, FilesModule, HttpModule, StreamsModule],
  providers: [ApiRoutes, EndpointParts, Endpoints, McpRoute],
})
export class RoutingModule {}
