import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from '@uwdata/flechette';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { baselineScenario } from '../../model/definition.js';
import { parseDefinition, simulate } from '../../model/simulate.js';
import { agentFields, agentRenderer } from '../../model/transcript.js';
import { AgentChunks } from '../../src/simulations/results/agent-chunks.service.js';
import type { ResultFormatName } from '../../src/simulations/results/result-format.js';
import { agentEncoder, type AgentSource } from '../../src/simulations/results/write-agents.js';
import { projectFolder } from './operator.js';

export const agentCount = 400;
const json = readFileSync(join(projectFolder, 'catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json));
const scenario = baselineScenario(definition);
const decided = simulate({ definition, scenario, seed: 3, agentCount });

/** A simulation whose agents the tests read. */
export const source = { definition, scenario, decided, fields: agentFields };
export const agents = Int32Array.from({ length: agentCount }, (_, index) => index);

const sentence = { text: 'Sentences of an organization can be long. '.repeat(14) };
const introduction = Array.from({ length: 26 }, () => sentence);
/** The same with transcripts of about 15 KB, which the definition of an organization can have. */
export const longSource: AgentSource = {
  ...source,
  definition: { ...definition, narrative: { ...definition.narrative, introduction } },
  fields: ['index', 'transcript'],
};

/** Renders agents in a thread of the build. */
export const newAgentChunks = (): AgentChunks =>
  new AgentChunks(join(projectFolder, 'dist/src/simulations/results/agent-chunks.thread.js'));

/** The chunks of the first agents. */
export async function readChunks(
  chunks: AgentChunks,
  count = agentCount,
  format: ResultFormatName = 'ndjson',
  from: AgentSource = source,
): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for await (const chunk of await chunks.of('organization', agents.subarray(0, count), from, format))
    parts.push(Buffer.from(chunk));
  return parts;
}

/** The text of the first agents, which the process encodes itself. */
export function textOf(from: AgentSource, format: ResultFormatName, count = agentCount): string {
  const { bytes } = agentEncoder(from, format).encode([...agents.subarray(0, count)], {
    offset: 0,
    maxBytes: Infinity,
  });
  return Buffer.from(bytes).toString();
}

/** The columns and rows of a file. */
export async function readTable(
  bytes: Buffer,
  format: ResultFormatName,
): Promise<{ names: string[]; rows: Record<string, unknown>[] }> {
  if (format === 'arrow') {
    const table = tableFromIPC(bytes);
    return { names: table.names, rows: table.toArray() };
  }
  const file = new Uint8Array(bytes).buffer;
  const names = parquetMetadata(file).schema.slice(1);
  return { names: names.map(({ name }) => name), rows: await parquetReadObjects({ file }) };
}

/** The text of the first agents that the engine renders in this process. */
export function textOfEngine(count: number): string {
  const render = agentRenderer(definition, scenario, decided);
  return Array.from(agents.subarray(0, count), (index) => `${JSON.stringify(render(index))}\n`).join('');
}
