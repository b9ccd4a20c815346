import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import { Documented, InTag, SendsWebhooks } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { sendReport } from '../report/send-report.js';
import { EnsembleChanges } from './ensemble-changes.service.js';
import { EnsembleCreation } from './ensemble-creation.service.js';
import { ensembleManifestSchema, toEnsembleManifest, type EnsembleManifest } from './ensemble-manifest.record.js';
import { EnsembleReport } from './ensemble-report.service.js';
import {
  createEnsembleSchema,
  deletedEnsembleSchema,
  ensembleDryRunSchema,
  ensembleIdSchema,
  ensembleRecordSchema,
  listEnsemblesSchema,
  type CreateEnsemble,
  type EnsembleDryRun,
  type EnsembleRecord,
  type ListEnsembles,
} from './ensemble.schema.js';
import { Ensembles } from './ensembles.service.js';
import { ensemblesTag } from './ensembles.tag.js';

const parameters = { ensemble_id: ensembleIdSchema };

@Controller('v1/ensembles')
@SendsWebhooks({
  type: 'ensemble.completed',
  summary: 'Receive the completion of an ensemble',
  description:
    'Sent once, when every simulation of the ensemble is finished. `data.status` shows the result, and `data.outcomes` has it if all simulations are completed.',
  data: ensembleRecordSchema,
})
@InTag(ensemblesTag)
export class EnsemblesController {
  constructor(
    private readonly creation: EnsembleCreation,
    private readonly ensembles: Ensembles,
    private readonly changes: EnsembleChanges,
    private readonly reports: EnsembleReport,
  ) {}

  @Post()
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Create an ensemble',
    description:
      'Queues one simulation of each workflow; either all are queued or none. Each counts against the quota. The workflows are compared on the outcomes that all have, or that `outcomes` maps to shared ids. Poll the URL in `Location` until `status` is `completed`, `failed` or `canceled`. Only the last simulation to finish emits `ensemble.completed`. With `dry_run`, nothing is queued: the response is 200 with the resolved request, the weights and the cost.',
    data: ensembleRecordSchema,
    otherStatuses: [{ status: 200, data: ensembleDryRunSchema }],
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
  ): Promise<Reply<EnsembleRecord | EnsembleDryRun>> {
    if (body.dry_run) return new Reply(await this.creation.estimate(caller, body), { status: 200 });
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
    parameters,
    data: ensembleRecordSchema,
    errors: ['ensemble_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('ensemble_id') id: string): Promise<EnsembleRecord> {
    return this.ensembles.get(caller, id);
  }

  @Get(':ensemble_id/manifest')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read the manifest of an ensemble',
    description:
      'Returns everything that determines the results of a completed ensemble: for each workflow the scenario, seed, agent count, weight, engine version and the digests of the definition and the results. `GET /v1/simulations/{id}/manifest` returns the definition of a simulation.',
    parameters,
    data: ensembleManifestSchema,
    errors: ['ensemble_not_found', 'ensemble_not_complete'],
  })
  async readManifest(@CurrentCaller() caller: Caller, @Param('ensemble_id') id: string): Promise<EnsembleManifest> {
    return toEnsembleManifest(await this.ensembles.findCompleted(caller, id));
  }

  @Get(':ensemble_id/report')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read the report of an ensemble',
    description:
      'Returns an HTML report of a completed ensemble: the combination first, then the workflows next to each other, the weights with their held-out scores, and the parts of the error. The page is self-contained, printable and has no scripts.',
    parameters,
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
    errors: ['ensemble_not_found', 'ensemble_not_complete'],
  })
  async readReport(
    @CurrentCaller() caller: Caller,
    @Param('ensemble_id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const page = await this.reports.render(caller, id);
    return sendReport(response, page);
  }

  @Post(':ensemble_id/cancel')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Cancel an ensemble',
    description:
      'Cancels all queued and running simulations of the ensemble. The quota of queued simulations is refunded. Completed simulations keep their results.',
    parameters,
    data: ensembleRecordSchema,
    errors: ['ensemble_not_found', 'ensemble_already_finished'],
  })
  cancel(@CurrentCaller() caller: Caller, @Param('ensemble_id') id: string): Promise<EnsembleRecord> {
    return this.changes.cancel(caller, id);
  }

  @Delete(':ensemble_id')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Delete an ensemble',
    description:
      'Hides a finished ensemble: reads return 404 from then on, and lists leave it out. Its simulations remain, its quota is not refunded, and its webhook deliveries continue.',
    parameters,
    data: deletedEnsembleSchema,
    errors: ['ensemble_not_found', 'ensemble_not_finished'],
  })
  remove(@CurrentCaller() caller: Caller, @Param('ensemble_id') id: string): Promise<{ id: string; deleted: true }> {
    return this.changes.remove(caller, id);
  }
}
