import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { EnsembleCreation } from './ensemble-creation.service.js';
import {
  createEnsembleSchema,
  ensembleIdSchema,
  ensembleRecordSchema,
  listEnsemblesSchema,
  type CreateEnsemble,
  type EnsembleRecord,
  type ListEnsembles,
} from './ensemble.schema.js';
import { Ensembles } from './ensembles.service.js';

@Controller('v1/ensembles')
@InTag({ name: 'Ensembles', description: 'Ensembles: the results of several workflows, compared and combined.' })
export class EnsemblesController {
  constructor(
    private readonly creation: EnsembleCreation,
    private readonly ensembles: Ensembles,
  ) {}

  @Post()
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Create an ensemble',
    description:
      'Queues one simulation of each workflow; either all are queued or none. Each counts against the quota. The workflows are compared on the outcomes that all have, or that `outcomes` maps to shared ids. Poll the URL in `Location` until `status` is `completed`, `failed` or `canceled`. To cancel, cancel its simulations.',
    data: ensembleRecordSchema,
    headers: ['Location', 'Retry-After'],
    errors: [
      'invalid_workflow',
      'invalid_scenario_context',
      'invalid_adjustment',
      'agent_count_exceeds_plan',
      'insufficient_quota',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createEnsembleSchema }) body: CreateEnsemble,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<EnsembleRecord>> {
    const { record, replayed } = await this.creation.create(caller, body, idempotencyKey);
    const Location = `/v1/ensembles/${record.id}`;
    return new Reply(record, { headers: { Location, 'Retry-After': '1', ...replayHeaders(replayed) } });
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List ensembles',
    description:
      'Returns the ensembles of the organization in this tier, newest first. They have no `outcomes`; `GET /v1/ensembles/{ensemble_id}` returns them.',
    data: ensembleRecordSchema.array(),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listEnsemblesSchema }) query: ListEnsembles,
  ): Promise<Reply<EnsembleRecord[]>> {
    return this.ensembles.page(caller, query);
  }

  @Get(':ensemble_id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read an ensemble',
    description:
      'Returns an ensemble with the status and weight of each workflow. When all simulations are completed, `outcomes` has the results of the workflows next to each other, and their weighted combination. Its error part `model` contains the spread between the workflows.',
    parameters: { ensemble_id: ensembleIdSchema },
    data: ensembleRecordSchema,
    errors: ['ensemble_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('ensemble_id') id: string): Promise<EnsembleRecord> {
    return this.ensembles.get(caller, id);
  }
}
