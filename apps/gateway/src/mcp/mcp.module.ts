import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { HttpModule } from '../http/http.module.ts';
import { ArtifactResources } from './artifact-resources.ts';
import { McpEndpoint } from './mcp-endpoint.ts';
import { McpServers } from './mcp-servers.ts';
import { ToolCalls } from './tool-calls.ts';

/** The Model Context Protocol: calls of the API as tools, published artifacts as resources. */
@Module({
  imports: [AccessModule, HttpModule],
  providers: [ArtifactResources, McpEndpoint, McpServers, ToolCalls],
  exports: [McpEndpoint],
})
export class McpModule {}
