import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import { Documented, InTag, SendsWebhooks } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { pollHeaders } from '../poll-headers.js';
import { PreferWait, type Wait } from '../progress/prefer-wait.js';
import { SimulationWait } from '../progress/simulation-wait.service.js';
import { sendReport } from '../report/send-report.js';
import { Studies } from '../studies/studies.service.js';
import { StudyChanges } from '../studies/study-changes.service.js';
import { StudyList } from '../studies/study-list.service.js';
import { sensitivityDryRunSchema, type SensitivityDryRun } from './sensitivity-dry-run.schema.js';
import {
  sensitivityManifestSchema,
  toSensitivityManifest,
  type SensitivityManifest,
} from './sensitivity-manifest.record.js';
import { SensitivityReport } from './sensitivity-report.service.js';
import {
  deletedSensitivitySchema,
  sensitivityIdSchema,
  sensitivityRecordSchema,
  toSensitivityRecord,
  toListedSensitivity,
  type SensitivityRecord,
} from './sensitivity.record.js';
import {
  createSensitivitySchema,
  listSensitivitiesSchema,
  type CreateSensitivity,
  type ListSensitivities,
} from './sensitivity.schema.js';
import { Sensitivities } from './sensitivities.service.js';
import { sensitivitiesTag } from './sensitivities.tag.js';

const parameters = { sensitivity_id: sensitivityIdSchema };

@Controller('v1/sensitivities')
@SendsWebhooks(
  {
    type: 'sensitivity.completed',
    summary: 'Receive the completion of a sensitivity analysis',
    description: 'Sent once, with the result.',
    data: sensitivityRecordSchema,
  },
  {
    type: 'sensitivity.failed',
    summary: 'Receive the failure of a sensitivity analysis',
    description: 'Sent once. `data.failure` contains the cause, and the quota is refunded.',
    data: sensitivityRecordSchema,
  },
  {
    type: 'sensitivity.canceled',
    summary: 'Receive the cancellation of a sensitivity analysis',
    description: 'Sent once, after a cancellation request took effect.',
    data: sensitivityRecordSchema,
  },
)
@InTag(sensitivitiesTag)
export class SensitivitiesController {
  constructor(
    private readonly sensitivities: Sensitivities,
    private readonly studies: Studies,
    private readonly studyList: StudyList,
    private readonly changes: StudyChanges,
    private readonly waiting: SimulationWait,
    private readonly reports: SensitivityReport,
  ) {}

  @Post()
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Create a sensitivity analysis',
    description:
      'Queues an analysis of which inputs matter. First, all parameters are screened by elementary effects over their ranges (Morris). Then, the parameters with the greatest effects and the coefficients get first-order and total Sobol indices: shares of the variance of each outcome. All evaluations use expected values of the same agents, so workflows whose agents interact are not supported. The quota is `agent_count` × maximum evaluations ÷ 10,000, rounded up. With `Prefer: wait=10`, the response waits at most ten seconds for the result. With `dry_run`, nothing is queued: the response is 200 with the resolved request and its cost.',
    data: sensitivityRecordSchema,
    otherStatuses: [{ status: 200, data: sensitivityDryRunSchema }],
    headers: ['Location', 'Retry-After', 'Preference-Applied'],
    errors: [
      'invalid_workflow',
      'invalid_scenario_context',
      'invalid_adjustment',
      'invalid_sensitivity',
      'agent_count_exceeds_plan',
      'insufficient_quota',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createSensitivitySchema }) body: CreateSensitivity,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @PreferWait() wait: Wait | undefined,
  ): Promise<Reply<SensitivityRecord | SensitivityDryRun>> {
    if (body.dry_run) return new Reply(await this.sensitivities.estimate(caller, body), { status: 200 });
    const created = await this.sensitivities.create(caller, body, idempotencyKey);
    const { record, headers } = await this.waiting.untilFinished(caller, created.record, wait, toSensitivityRecord);
    const Location = `/v1/sensitivities/${record.id}`;
    return new Reply(record, {
      headers: { Location, ...headers, ...replayHeaders(created.replayed), ...pollHeaders(record) },
    });
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List sensitivity analyses',
    description:
      'Returns the sensitivity analyses of the organization in this tier, newest first. The results have no `figures`; `GET /v1/sensitivities/{sensitivity_id}` returns them.',
    data: sensitivityRecordSchema.array(),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listSensitivitiesSchema }) query: ListSensitivities,
  ): Promise<Reply<SensitivityRecord[]>> {
    return this.studyList.page(caller, 'sensitivity', query, toListedSensitivity);
  }

  @Get(':sensitivity_id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a sensitivity analysis',
    description:
      'Returns a sensitivity analysis with its progress and, once completed, its result. While it is `queued` or `running`, the response has `Retry-After`. With `Prefer: wait=10`, the response waits at most ten seconds for the analysis to finish.',
    parameters,
    data: sensitivityRecordSchema,
    headers: ['Retry-After', 'Preference-Applied'],
    errors: ['sensitivity_not_found'],
  })
  async get(
    @CurrentCaller() caller: Caller,
    @Param('sensitivity_id') id: string,
    @PreferWait() wait: Wait | undefined,
  ): Promise<Reply<SensitivityRecord>> {
    const found = toSensitivityRecord(await this.studies.find(caller, 'sensitivity', id));
    const { record, headers } = await this.waiting.untilFinished(caller, found, wait, toSensitivityRecord);
    return new Reply(record, { headers: { ...headers, ...pollHeaders(record) } });
  }

  @Get(':sensitivity_id/manifest')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read the manifest of a sensitivity analysis',
    description:
      'Returns everything needed to compute the result of a completed sensitivity analysis again: definition, scenario, ranges, seed, agent count, engine version and the digest of the result.',
    parameters,
    data: sensitivityManifestSchema,
    withoutExample: true,
    errors: ['sensitivity_not_found', 'sensitivity_not_complete'],
  })
  async readManifest(
    @CurrentCaller() caller: Caller,
    @Param('sensitivity_id') id: string,
  ): Promise<SensitivityManifest> {
    return toSensitivityManifest(await this.studies.findCompleted(caller, 'sensitivity', id));
  }

  @Get(':sensitivity_id/report')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read the report of a sensitivity analysis',
    description:
      'Returns an HTML report of a completed sensitivity analysis: what matters most, a tornado chart of each figure, the indices with their intervals, and the screening. The page is self-contained, printable and has no scripts.',
    parameters,
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
    errors: ['sensitivity_not_found', 'sensitivity_not_complete'],
  })
  async readReport(
    @CurrentCaller() caller: Caller,
    @Param('sensitivity_id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const page = await this.reports.render(caller, id);
    return sendReport(response, page);
  }

  @Post(':sensitivity_id/cancel')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Cancel a sensitivity analysis',
    description:
      'Cancels a queued or running sensitivity analysis. A queued analysis never runs, and its quota is refunded. A running analysis stops within one second. The event `sensitivity.canceled` is sent.',
    parameters,
    data: sensitivityRecordSchema,
    errors: ['sensitivity_not_found', 'sensitivity_already_finished'],
  })
  async cancel(@CurrentCaller() caller: Caller, @Param('sensitivity_id') id: string): Promise<SensitivityRecord> {
    return toSensitivityRecord(await this.changes.cancel(caller, 'sensitivity', id));
  }

  @Delete(':sensitivity_id')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Delete a sensitivity analysis',
    description:
      'Hides a finished sensitivity analysis: reads return 404 from then on, and lists leave it out. Its quota is not refunded, and its webhook deliveries continue.',
    parameters,
    data: deletedSensitivitySchema,
    errors: ['sensitivity_not_found', 'sensitivity_not_finished'],
  })
  remove(@CurrentCaller() caller: Caller, @Param('sensitivity_id') id: string): Promise<{ id: string; deleted: true }> {
    return this.changes.remove(caller, 'sensitivity', id);
  }
}
