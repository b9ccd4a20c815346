import { Injectable } from '@nestjs/common';
import { sha256 } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import { StreamReply, type StreamBody } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import {
  agentFields,
  agentRenderer,
  ENGINE_VERSION,
  type AgentField,
  type DecisionOutput,
  type RenderedAgent,
  type Scenario,
} from '../../engine/index.js';
import { AgentPages, type AgentPage } from './agent-pages.service.js';
import { tableOf, wholeTable } from './agent-table.js';
import { CompletedSimulations, type CompletedSimulation } from './completed-simulations.service.js';
import { chooseFormat, type ResultFormat } from './result-format.js';
import { resultsMeta } from './results-meta.js';
import type { ResultsQuery } from './results-query.schema.js';
import { writeCsv, writeJson, writeNdjson, writeParquet } from './write-agents.js';

@Injectable()
export class SimulationResults {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly pages: AgentPages,
  ) {}

  /**
   * The agents asked for, in the format asked for, written piece by piece, so that memory stays flat.
   * Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, `not_acceptable`, `validation_error`, `invalid_cursor`.
   */
  async read(caller: Caller, id: string, query: ResultsQuery, accept: string | undefined): Promise<StreamReply> {
    const format = chooseFormat(query.format, accept);
    const completed = await this.completed.find(caller, id);
    const { contentType: type, compressible, name } = format;
    const headers = query.format && { 'Content-Disposition': `attachment; filename="${id}.${name}"` };
    const head = { type, compressible, tag: tagOf(completed, { ...query, format: name }), ...(headers && { headers }) };
    return new StreamReply(head, () => this.open(caller, completed, query, format));
  }

  /** Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, `agent_not_found`. */
  async agent(caller: Caller, id: string, index: string): Promise<RenderedAgent> {
    const completed = await this.completed.find(caller, id);
    const { agentCount } = completed.simulation;
    if (!/^(0|[1-9]\d{0,8})$/.test(index) || Number(index) >= agentCount) throw new AppError('agent_not_found');
    return rendererOf(completed, await this.completed.decided(caller, completed), agentFields)(Number(index));
  }

  private async open(
    caller: Caller,
    completed: CompletedSimulation,
    query: ResultsQuery,
    format: ResultFormat,
  ): Promise<StreamBody> {
    if (format.name === 'parquet' && isWhole(query)) {
      return { content: (await this.completed.stored(caller, completed)).agents };
    }
    const decided = await this.completed.decided(caller, completed);
    const page = this.pages.select(caller, completed, decided, query);
    const content = contentOf(completed, decided, page, query, format);
    return { content, headers: linkToNext(completed.simulation.id, query, page) };
  }
}

function contentOf(
  completed: CompletedSimulation,
  decided: DecisionOutput,
  page: AgentPage,
  { fields }: ResultsQuery,
  format: ResultFormat,
): AsyncIterable<string | Uint8Array> {
  const told = fields ?? agentFields;
  const render = () => rendererOf(completed, decided, told);
  const table = () => tableOf(told, decided.columns, () => rendererOf(completed, decided, ['transcript']));
  switch (format.name) {
    case 'json':
      return writeJson(page.agents, render(), resultsMeta(completed.simulation, page));
    case 'ndjson':
      return writeNdjson(page.agents, render());
    case 'csv':
      return writeCsv(page.agents, table());
    case 'parquet':
      return writeParquet(page.agents, fields ? table() : wholeTable(decided.columns));
  }
}

function rendererOf<Field extends AgentField>(
  { simulation, workflow }: CompletedSimulation,
  decided: DecisionOutput,
  fields: readonly Field[],
): (index: number) => Pick<RenderedAgent, Field> {
  return agentRenderer(workflow.definition, simulation.scenarioContext as Scenario, decided, fields);
}

/** The next page as a header too: of the formats only JSON has a place for it. */
function linkToNext(id: string, query: ResultsQuery, { nextCursor }: AgentPage): Record<string, string> {
  if (nextCursor === null) return {};
  const { where = {}, ...rest } = query;
  const inBrackets = Object.fromEntries(Object.entries(where).map(([name, ids]) => [`where[${name}]`, ids]));
  const said = Object.entries({ ...rest, ...inBrackets, cursor: nextCursor });
  const search = new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return { Link: `</v1/simulations/${id}/results?${search}>; rel="next"` };
}

/** Nothing is left out. */
function isWhole({ limit, cursor, fields, outcome, where }: ResultsQuery): boolean {
  return [limit, cursor, fields, outcome, where].every((part) => part === undefined);
}

/** The same for the same bytes: of this simulation, asked for so, told by this engine. */
function tagOf({ simulation }: CompletedSimulation, asked: ResultsQuery): string {
  const { id, digest } = simulation;
  return sha256(JSON.stringify([id, digest, ENGINE_VERSION, asked]))
    .toString('base64url')
    .slice(0, 27);
}
