import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag, SendsWebhooks } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import {
  documentedTable,
  tableFormatsText,
  tableQuerySchema,
  tableRowSchema,
  type TableQuery,
} from '../tables/table.schema.js';
import { SweepCancel } from './sweep-cancel.service.js';
import { SweepCreation } from './sweep-creation.service.js';
import { SweepTables } from './sweep-tables.service.js';
import {
  sweepDryRunSchema,
  sweepIdSchema,
  sweepRecordSchema,
  sweepWithPointsSchema,
  type SweepDryRun,
  type SweepRecord,
  type SweepWithPoints,
} from './sweep.record.js';
import { createSweepSchema, listSweepsSchema, maxPoints, type CreateSweep, type ListSweeps } from './sweep.schema.js';
import { Sweeps } from './sweeps.service.js';

const parameters = { sweep_id: sweepIdSchema };
const rowSchema = tableRowSchema({
  point: 0,
  status: 'completed',
  'parameter.train_cost_factor': 0.8,
  'share.train': 0.21,
});
const tableMetaSchema = z.strictObject({
  sweep_id: sweepIdSchema,
  points_total: z.int().min(1),
  points_completed: z.int().min(0),
});

@Controller('v1/sweeps')
@SendsWebhooks({
  type: 'sweep.completed',
  summary: 'Receive the completion of a parameter sweep',
  description: 'Sent once, when every point of the sweep is finished. `data.status` shows the result.',
  data: sweepRecordSchema,
})
@InTag({ name: 'Sweeps', description: 'Parameter sweeps: one workflow at several values of one or two parameters.' })
export class SweepsController {
  constructor(
    private readonly creation: SweepCreation,
    private readonly sweeps: Sweeps,
    private readonly cancellation: SweepCancel,
    private readonly tables: SweepTables,
  ) {}

  @Post()
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Create a sweep',
    description: `Queues one simulation per value, or per pair of values. All points share agents and random errors. Every point counts against the quota; either all points are queued or none. Only the last point to finish emits \`sweep.completed\`. Maximum: ${maxPoints} points. With \`dry_run\`, nothing is queued: the response is 200 with an estimate.`,
    data: sweepRecordSchema,
    otherStatuses: [{ status: 200, data: sweepDryRunSchema }],
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
    @Body({ schema: createSweepSchema }) body: CreateSweep,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<SweepRecord | SweepDryRun>> {
    if (body.dry_run) return new Reply(await this.creation.estimate(caller, body), { status: 200 });
    const { record, replayed } = await this.creation.create(caller, body, idempotencyKey);
    const Location = `/v1/sweeps/${record.id}`;
    return new Reply(record, { headers: { Location, 'Retry-After': '1', ...replayHeaders(replayed) } });
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List sweeps',
    description:
      'Returns the sweeps of the organization in this tier, newest first. `GET /v1/simulations?sweep_id=` lists the simulations of a sweep.',
    data: sweepRecordSchema.array(),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listSweepsSchema }) query: ListSweeps,
  ): Promise<Reply<SweepRecord[]>> {
    return this.sweeps.page(caller, query);
  }

  @Get(':sweep_id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a sweep',
    description: 'Returns a sweep with its status, progress and points.',
    parameters,
    data: sweepWithPointsSchema,
    errors: ['sweep_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('sweep_id') id: string): Promise<SweepWithPoints> {
    return this.sweeps.get(caller, id);
  }

  @Get(':sweep_id/table')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a sweep table',
    description: `Returns one row per point: \`parameter.…\`, \`share.…\` and \`mean.…\` with the ends of their 95% intervals (\`_low\`, \`_high\`), and \`difference.…\` from the baseline. Values are null for points without results. ${tableFormatsText}`,
    parameters,
    data: rowSchema.array(),
    meta: tableMetaSchema,
    ...documentedTable,
    errors: ['sweep_not_found', 'not_acceptable'],
  })
  table(
    @CurrentCaller() caller: Caller,
    @Param('sweep_id') id: string,
    @Query({ schema: tableQuerySchema }) query: TableQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.tables.read(caller, id, query, accept);
  }

  @Post(':sweep_id/cancel')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Cancel a sweep',
    description:
      'Cancels all queued and running points. The quota of queued points is refunded. Completed points keep their results.',
    parameters,
    data: sweepRecordSchema,
    errors: ['sweep_not_found', 'sweep_already_finished'],
  })
  cancel(@CurrentCaller() caller: Caller, @Param('sweep_id') id: string): Promise<SweepRecord> {
    return this.cancellation.cancel(caller, id);
  }
}
