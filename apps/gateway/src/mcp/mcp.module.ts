import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { HttpModule } from '../http/http.module.ts';
import { ArtifactResources } from './artifact-resources.ts';
import { McpEndpoint } from './mcp-endpoint.ts';
import { McpRoute } from './mcp-route.ts';
import { McpServers } from './mcp-servers.ts';
import { ToolCalls } from './tool-calls.ts';

/** The Model Context Protocol: calls of the API as tools, published artifacts as resources. */
@Module({
  imports: [AccessModule, HttpModule],
  providers: [ArtifactResources, McpEndpoint, McpRoute, McpServers, ToolCalls],
  exports: [McpRoute],
})
export class McpModule {}
