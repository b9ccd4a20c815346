import { Body, Controller, Delete, Get, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { PopulationCreation } from './population-creation.service.js';
import {
  deletedPopulationSchema,
  populationIdSchema,
  populationRecordSchema,
  type PopulationRecord,
  populationsTag,
} from './population.record.js';
import {
  createPopulationSchema,
  importPopulationSchema,
  listPopulationsSchema,
  populationFiles,
  type CreatePopulation,
  type ImportPopulation,
  type ListPopulations,
} from './population.schema.js';
import { Populations } from './populations.service.js';

const parameters = { population_id: populationIdSchema };

@Controller('v1/populations')
@InTag(populationsTag)
export class PopulationsController {
  constructor(
    private readonly populations: Populations,
    private readonly creation: PopulationCreation,
  ) {}

  @Post()
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Create a population',
    description:
      'Imports rows from a CSV, TSV, NDJSON or Parquet file, or weights the fitted population of a workflow to target margins. Use it with `population_id` in a create. Attributes that the file lacks are drawn from the fitted population, given the other values of each row. Values outside the categories and the fitted range are rejected by row and column. A file is sent as the body, with the query parameters; target margins are JSON.',
    data: populationRecordSchema,
    requestFiles: populationFiles,
    headers: ['Location'],
    errors: [
      ...(['invalid_workflow', 'invalid_population', 'population_limit_reached', 'processor_limit_reached'] as const),
      // The replay of a create whose population was deleted.
      'population_not_found',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Query({ schema: importPopulationSchema }) query: ImportPopulation,
    @Body({ schema: createPopulationSchema.optional() }) body: CreatePopulation | undefined,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<PopulationRecord>> {
    const { record, replayed } = await this.creation.create(caller, request, query, body, idempotencyKey);
    if (replayed) await this.populations.get(caller, record.id);
    return new Reply(record, {
      headers: { Location: `/v1/populations/${record.id}`, ...replayHeaders(replayed) },
    });
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List populations',
    description: 'Returns the populations of the organization in this tier, newest first.',
    data: populationRecordSchema.array(),
    meta: pageMetaSchema,
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listPopulationsSchema }) query: ListPopulations,
  ): Promise<Reply<PopulationRecord[]>> {
    return this.populations.page(caller, query);
  }

  @Get(':population_id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a population',
    description: 'Returns the distribution of each attribute in the population. The rows are not returned.',
    parameters,
    data: populationRecordSchema,
    errors: ['population_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('population_id') id: string): Promise<PopulationRecord> {
    return this.populations.get(caller, id);
  }

  @Delete(':population_id')
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Delete a population',
    description:
      'Deletes the population. Later creates with its id are rejected. Existing simulations keep the attributes of their agents, because their results are rendered from them.',
    parameters,
    data: deletedPopulationSchema,
    errors: ['population_not_found'],
  })
  remove(@CurrentCaller() caller: Caller, @Param('population_id') id: string): Promise<{ id: string; deleted: true }> {
    return this.populations.remove(caller, id);
  }
}
