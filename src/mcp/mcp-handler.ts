import { createMcpHandler, localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server';
import { Logger } from '@nestjs/common';
import { SimulationService } from '../../clients/typescript/src/client.js';
import { createMcpServer } from '../../clients/typescript/src/mcp/server.js';

const logger = new Logger('Mcp');

/** What a request to the MCP server is allowed to do, and the address at which its tools call the service. */
export interface McpCaller {
  apiKey: string;
  baseUrl: string;
  agentCountCeiling: number;
}

/** The MCP server of the client package, which calls the service at `baseUrl` with the key of the request. */
export const mcpHandler = createMcpHandler(
  ({ authInfo }) => {
    const { apiKey, baseUrl, agentCountCeiling } = authInfo!.extra as unknown as McpCaller;
    return createMcpServer(new SimulationService({ apiKey, baseUrl }), agentCountCeiling);
  },
  {
    // Neither tools nor resources change while a client is connected, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: (error) => logger.debug({ reason: error.message }, 'MCP request rejected'),
  },
);

/** Against DNS rebinding: a page of another site must not use a service in the network of its visitor. */
export const isAllowedOrigin = (origin: string | undefined, frontendUrl: string): boolean =>
  validateOriginHeader(origin, [...localhostAllowedOrigins(), new URL(frontendUrl).hostname]).ok;
