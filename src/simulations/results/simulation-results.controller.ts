import { Controller, Get, Headers, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import type { RenderedAgent } from '../../../model/transcript.js';
import { simulationIdSchema } from '../simulation.record.js';
import { simulationsTag } from '../simulations.tag.js';
import { resultFormats } from './result-format.js';
import {
  resultsQuerySchema,
  type ResultsQuery,
  agentSchema,
  partialAgentSchema,
  resultsMetaSchema,
} from './results.schema.js';
import { SimulationResults } from './simulation-results.service.js';
import { count } from '../schema-parts.js';

const { ndjson, csv, parquet, arrow } = resultFormats;
const indexSchema = count.meta({ description: 'Index of the agent, from 0 to `agent_count` - 1.', examples: [17] });

@Controller('v1/simulations/:id/results')
@InTag(simulationsTag)
@RequireScope('simulations:read')
export class SimulationResultsController {
  constructor(private readonly results: SimulationResults) {}

  @Get()
  @Documented({
    summary: 'List agent results',
    description: `Returns the agents of a completed simulation with attributes, outcome, baseline outcome and transcript. Filters select agents; \`limit\` and \`cursor\` return pages. The \`Accept\` header selects JSON, \`${ndjson.mediaType}\` (one agent per line), \`${csv.mediaType}\`, \`${parquet.mediaType}\` (without filters and \`fields\`, the stored file with all model columns) or \`${arrow.mediaType}\` (an Arrow IPC stream with the same columns, and labels and units in the metadata of its fields). Responses are compressed if the client accepts gzip, and end if the client reads nothing for 30 seconds. Limit: 20 streaming responses per organization and server process, including event streams. Results are deleted after their retention period.`,
    parameters: { id: simulationIdSchema },
    data: partialAgentSchema.array(),
    meta: resultsMetaSchema,
    content: Object.fromEntries([ndjson, csv, parquet, arrow].map(({ mediaType }) => [mediaType, z.string()])),
    headers: ['ETag', 'Cache-Control', 'Vary', 'Link', 'Content-Disposition'],
    errors: [
      ...(['simulation_not_found', 'simulation_not_complete', 'results_expired'] as const),
      ...(['not_acceptable', 'invalid_cursor', 'response_stream_limit_reached', 'processor_limit_reached'] as const),
    ],
  })
  read(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: resultsQuerySchema }) query: ResultsQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.results.read(caller, id, query, accept);
  }

  @Get('agents/:index')
  @Documented({
    summary: 'Read one agent',
    description: 'Returns one agent with attributes, outcome, baseline outcome, probabilities and transcript.',
    parameters: { id: simulationIdSchema, index: indexSchema },
    data: agentSchema,
    errors: ['simulation_not_found', 'simulation_not_complete', 'results_expired', 'agent_not_found'],
  })
  agent(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Param('index') index: string,
  ): Promise<RenderedAgent> {
    return this.results.agent(caller, id, index);
  }
}
