import { Module } from '@nestjs/common';
import { McpController } from './mcp.controller.js';
import { McpEndpoint } from './mcp-endpoint.service.js';

/** Used by the HTTP process only. */
@Module({ controllers: [McpController], providers: [McpEndpoint] })
export class McpModule {}
