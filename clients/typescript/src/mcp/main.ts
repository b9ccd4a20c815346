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
/** Agents that the plan permits; undefined if the service is unavailable, which the first call of a tool reports. */
async function agentCountCeiling(): Promise<number | undefined> {
  try {
    const { api } = new SimulationService({ apiKey, baseUrl, timeoutMs: 5_000, maxRetries: 0 });
    return (await api.GET('/v1/usage')).data!.data.agent_count_ceiling;
  } catch {
    return undefined;
  }
}

// Before the input is read: a program can end it right after its first message. CommonJS has no await here.
void agentCountCeiling().then((ceiling) => {
  const client = new SimulationService({ apiKey, baseUrl });
  serveStdio(() => createMcpServer(client, ceiling));
});
