import { stringify } from 'csv-stringify/sync';
import type { Scenario, WorkflowDefinition } from '../../engine/definition.js';
import type { DecisionOutput } from '../../engine/simulate.js';
import { type AgentField, agentRenderer } from '../../engine/transcript.js';
import { tableOf, type TableColumn } from './agent-table.js';

/** Everything that agents are rendered from. */
export interface AgentSource {
  definition: WorkflowDefinition;
  scenario: Scenario;
  decided: DecisionOutput;
  /** The requested fields, in the order of the response. */
  fields: readonly AgentField[];
}

/** One agent as cells of a table. */
export type AgentRow = (string | number | boolean)[];

/** Renders agents as UTF-8 text or, for `rows`, as cells. Text is written into `memory` if it fits. */
export interface AgentEncoders {
  /** Each agent follows a comma. */
  json: (agents: readonly number[], memory?: Uint8Array) => Uint8Array;
  ndjson: (agents: readonly number[], memory?: Uint8Array) => Uint8Array;
  csv: (agents: readonly number[], memory?: Uint8Array) => Uint8Array;
  rows: (agents: readonly number[]) => AgentRow[];
}
export type AgentFormat = keyof AgentEncoders;

export const csvOptions = { escape_formulas: true, record_delimiter: 'windows', cast: { boolean: String } } as const;

/** Makes a function that renders agents. Create it once per response, because it compiles the model. */
export function agentEncoder<Format extends AgentFormat>(source: AgentSource, format: Format): AgentEncoders[Format] {
  const compile: { [Name in AgentFormat]: (own: AgentSource) => AgentEncoders[Name] } = {
    json: (own) => jsonEncoder(own, ',', ''),
    ndjson: (own) => jsonEncoder(own, '', '\n'),
    csv: csvEncoder,
    rows: rowEncoder,
  };
  return compile[format](source);
}

const encoder = new TextEncoder();

function encodeText(text: string, memory?: Uint8Array): Uint8Array {
  if (!memory) return encoder.encode(text);
  const { read, written } = encoder.encodeInto(text, memory);
  return read === text.length ? memory.subarray(0, written) : encoder.encode(text);
}

function jsonEncoder({ definition, scenario, decided, fields }: AgentSource, before: string, after: string) {
  const render = agentRenderer(definition, scenario, decided, fields);
  return (agents: readonly number[], memory?: Uint8Array) => {
    let text = '';
    for (const index of agents) text += before + JSON.stringify(render(index)) + after;
    return encodeText(text, memory);
  };
}

function csvEncoder(source: AgentSource) {
  const rowsOf = rowEncoder(source);
  return (agents: readonly number[], memory?: Uint8Array) => encodeText(stringify(rowsOf(agents), csvOptions), memory);
}

function rowEncoder(source: AgentSource) {
  const table = agentTable(source);
  return (agents: readonly number[]) => agents.map((index) => table.map(({ cellOf }) => cellOf(index)));
}

/** The requested fields as columns of a table. */
export function agentTable({ definition, scenario, decided, fields }: AgentSource): TableColumn[] {
  if (!fields.includes('transcript')) return tableOf(fields, decided.columns, () => []);
  const render = agentRenderer(definition, scenario, decided, ['transcript']);
  return tableOf(fields, decided.columns, (index) => render(index).transcript);
}
