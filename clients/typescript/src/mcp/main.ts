#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { SimulationService } from '../client.js';
import { createMcpServer } from './server.js';

// The MCP server of the client package, for programs that start it and talk with it over standard input and output.
const { SVC_API_KEY: apiKey, SVC_URL: baseUrl } = process.env;
if (!apiKey) {
  process.stderr.write('Set SVC_API_KEY to an API key, and SVC_URL if the service is not at http://127.0.0.1:3000.\n');
  process.exit(2);
}
const client = new SimulationService({ apiKey, baseUrl });
// The first call reports a wrong key or an unavailable service.
const ceiling = client.api.GET('/v1/usage').then(
  ({ data }) => data!.data.agent_count_ceiling,
  () => undefined,
);
serveStdio(async () => createMcpServer(client, await ceiling));
