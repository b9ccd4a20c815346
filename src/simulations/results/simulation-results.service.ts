import { Injectable } from '@nestjs/common';
import { sha256 } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import { StreamReply, type StreamBody } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { ENGINE_VERSION, type Scenario } from '../../../model/definition.js';
import type { DecisionOutput } from '../../../model/simulate.js';
import { agentFields, agentRenderer, type RenderedAgent } from '../../../model/transcript.js';
import { ResponseStreams } from '../../platform/streams/response-streams.service.js';
import { readFigures, readSummaryOrNull } from '../stored-summary.js';
import { AgentChunks } from './agent-chunks.service.js';
import { tableOf, codebookMetadata, codebookOf } from './agent-table.js';
import { hasIndex } from './column-table.js';
import { CompletedSimulations, type CompletedSimulation } from './completed-simulations.service.js';
import { errorBudgetMetadata, chooseFormat, type ResultFormat } from './result-format.js';
import type { ResultsQuery } from './results.schema.js';
import { writeCsv, writeJson } from './write-agents.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { defaultLimit, listOf } from '../../common/pagination/page.js';
import { selectAgents } from './select-agents.js';
import { count } from '../schema-parts.js';

interface AgentPage {
  /** Indices in ascending order. */
  agents: Int32Array;
  nextCursor: string | null;
}

@Injectable()
export class SimulationResults {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly cursors: CursorCodec,
    private readonly streams: ResponseStreams,
    private readonly chunks: AgentChunks,
  ) {}

  /**
   * Streams the requested agents in the requested format. Writes them in batches, so that memory does not grow with their number.
   * Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, `not_acceptable`, `validation_error`, `invalid_cursor`,
   * `response_stream_limit_reached`, `processor_limit_reached`.
   */
  async read(caller: Caller, id: string, query: ResultsQuery, accept: string | undefined): Promise<StreamReply> {
    const format = chooseFormat(query, accept);
    const onEnd = await this.streams.openDownload(caller);
    try {
      const completed = await this.completed.find(caller, id);
      const { contentType: type, compressible, name } = format;
      const headers = query.format && { 'Content-Disposition': `attachment; filename="${id}.${name}"` };
      const tag = tagOf(completed, { ...query, format: name });
      const head = { type, compressible, tag, ...(headers && { headers }) };
      return new StreamReply(head, () => this.open(caller, completed, query, format), onEnd);
    } catch (error) {
      onEnd();
      throw error;
    }
  }

  /** Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, `agent_not_found`. */
  async agent(caller: Caller, id: string, index: string): Promise<RenderedAgent> {
    const completed = await this.completed.find(caller, id);
    const { agentCount } = completed.simulation;
    if (!/^(0|[1-9]\d{0,8})$/.test(index) || Number(index) >= agentCount) throw new AppError('agent_not_found');
    const { simulation, workflow } = completed;
    const decided = await this.completed.decided(caller, completed);
    const scenario = simulation.scenarioContext as Scenario;
    return agentRenderer(workflow.definition, scenario, decided, agentFields)(Number(index));
  }

  private async open(
    caller: Caller,
    completed: CompletedSimulation,
    query: ResultsQuery,
    format: ResultFormat,
  ): Promise<StreamBody> {
    const { id } = completed.simulation;
    if (format.name === 'parquet' && isWhole(query)) {
      const { agents } = await this.completed.stored(caller, completed);
      if (hasIndex(agents)) return { content: agents, headers: linksOf(id, query, null) };
    }
    const decided = await this.completed.decided(caller, completed);
    const page = this.select(caller, completed, decided, query);
    const content = await this.contentOf(completed, decided, page, query, format);
    return { content, headers: linksOf(id, query, page.nextCursor) };
  }

  /** Selects all agents that match the filters, or one page of them. Throws {@link AppError} `validation_error`, `invalid_cursor`. */
  private select(
    caller: Caller,
    { simulation, workflow }: CompletedSimulation,
    { columns }: DecisionOutput,
    { limit, cursor, outcome, where }: ResultsQuery,
  ): AgentPage {
    const list = listOf(`results of ${simulation.id}`, caller, { outcome, where });
    const after = cursor === undefined ? -1 : count.parse(this.cursors.open(list, cursor));
    const matching = selectAgents(workflow.definition, columns, { outcome, where }).filter((index) => index > after);
    if (limit === undefined && cursor === undefined) return { agents: matching, nextCursor: null };
    const agents = matching.subarray(0, limit ?? defaultLimit);
    const hasMore = agents.length < matching.length;
    return { agents, nextCursor: hasMore ? this.cursors.seal(list, agents.at(-1)) : null };
  }

  private async contentOf(
    { simulation, workflow: { definition } }: CompletedSimulation,
    decided: DecisionOutput,
    { agents, nextCursor }: AgentPage,
    { fields, cursor }: ResultsQuery,
    { name: format, bom = false }: ResultFormat,
  ): Promise<AsyncIterable<string | Uint8Array>> {
    const scenario = simulation.scenarioContext as Scenario;
    const codebook = format === 'arrow' ? codebookOf(definition, decided.columns) : [];
    const metadata =
      format === 'parquet'
        ? [...errorBudgetMetadata(readFigures(simulation.summary)), ...codebookMetadata(definition, decided.columns)]
        : [];
    const source = { definition, scenario, decided, fields, described: { codebook, metadata } };
    const chunks = await this.chunks.of(simulation.organizationId, agents, source, format);
    switch (format) {
      case 'json':
        return writeJson(chunks, resultsMeta(simulation, { agents, nextCursor }, cursor === undefined));
      case 'csv': {
        const columns = tableOf(fields ?? agentFields, decided.columns, () => []);
        return writeCsv(
          chunks,
          columns.map(({ name }) => name),
          bom,
        );
      }
      default:
        return chunks;
    }
  }
}

/**
 * Returns the `Link` header: the summary with the error budget, which CSV has no place for, and the next page, for which only JSON has a
 * field.
 */
function linksOf(id: string, query: ResultsQuery, nextCursor: string | null): Record<string, string> {
  const summary = `</v1/simulations/${id}/summary>; rel="describedby"`;
  if (nextCursor === null) return { Link: summary };
  const { where = {}, ...rest } = query;
  const inBrackets = Object.fromEntries(Object.entries(where).map(([name, ids]) => [`where[${name}]`, ids]));
  const parameters = Object.entries({ ...rest, ...inBrackets, cursor: nextCursor });
  const search = new URLSearchParams(
    parameters.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return { Link: `</v1/simulations/${id}/results?${search}>; rel="next", ${summary}` };
}

/** Returns whether the query selects all agents with all fields. */
function isWhole({ limit, cursor, fields, outcome, where }: ResultsQuery): boolean {
  return [limit, cursor, fields, outcome, where].every((part) => part === undefined);
}

/** Returns the ETag: the same simulation, query and engine version give the same bytes. */
function tagOf({ simulation }: CompletedSimulation, query: ResultsQuery): string {
  const { id, digest } = simulation;
  return sha256(JSON.stringify([id, digest, ENGINE_VERSION, query]))
    .toString('base64url')
    .slice(0, 27);
}

/**
 * Returns the `meta` of a response with agents, the same in all pages except for the paging fields and the summary: only the first page
 * has it, because it is larger than most pages.
 */
function resultsMeta(simulation: Simulation, { agents, nextCursor }: AgentPage, isFirstPage: boolean) {
  return {
    summary: isFirstPage ? readSummaryOrNull(simulation) : null,
    seed: Number(simulation.seed),
    digest: simulation.digest,
    workflow: {
      workflow_id: simulation.workflowId,
      version: simulation.workflowVersion,
      definition_digest: simulation.definitionDigest,
    },
    returned: agents.length,
    has_more: nextCursor !== null,
    next_cursor: nextCursor,
  };
}
