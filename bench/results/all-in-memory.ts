import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { baselineScenario } from '../../src/engine/definition.js';
import { parseDefinition, simulate } from '../../src/engine/simulate.js';
import { agentRenderer } from '../../src/engine/transcript.js';

// Simplest implementation: builds the JSON of all agents in memory and sends it. Uses no database.
const { DEFINITION = '{}', AGENT_COUNT = '0' } = process.env;
const agentCount = Number(AGENT_COUNT);
const definition = parseDefinition(JSON.parse(DEFINITION));
const scenario = baselineScenario(definition);
const decided = simulate({ definition, scenario, seed: 1, agentCount, parameterDraws: 0 });

const server = createServer((_request, response) => {
  const render = agentRenderer(definition, scenario, decided);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ data: Array.from({ length: agentCount }, (_, index) => render(index)) }));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
