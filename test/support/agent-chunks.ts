import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../../src/engine/definition.js';
import { parseDefinition, simulate } from '../../src/engine/simulate.js';
import { agentFields, agentRenderer } from '../../src/engine/transcript.js';
import { AgentChunks } from '../../src/simulations/results/agent-chunks.service.js';
import type { AgentFormat, AgentSource } from '../../src/simulations/results/encode-agents.js';
import { projectFolder } from './operator.js';

export const agentCount = 400;
const json = readFileSync(join(projectFolder, 'src/catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json));
const scenario = baselineScenario(definition);
const decided = simulate({ definition, scenario, seed: 3, agentCount });

/** A simulation whose agents the tests read. */
export const source = { definition, scenario, decided, fields: agentFields };
export const agents = Int32Array.from({ length: agentCount }, (_, index) => index);

/** Renders agents in a thread of the build. */
export const newAgentChunks = (): AgentChunks =>
  new AgentChunks(join(projectFolder, 'dist/src/simulations/results/agent-chunks.thread.js'));

/** The text of the first agents. */
export async function readAgents(
  chunks: AgentChunks,
  count = agentCount,
  format: Exclude<AgentFormat, 'rows'> = 'ndjson',
  from: AgentSource = source,
): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks.of('organization', agents.subarray(0, count), from, format))
    parts.push(chunk.slice());
  return Buffer.concat(parts).toString();
}

/** Expects that concurrent readers all read the agents of the engine. */
export async function expectAgentsOfEngine(chunks: AgentChunks, count: number, readers: number): Promise<void> {
  const render = agentRenderer(definition, scenario, decided);
  const text = Array.from(agents.subarray(0, count), (index) => `${JSON.stringify(render(index))}\n`).join('');
  const all = await Promise.all(Array.from({ length: readers }, () => readAgents(chunks, count)));
  for (const one of all) expect(one).toBe(text);
}
