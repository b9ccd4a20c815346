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
import { goalDryRunSchema, type GoalDryRun } from './goal-dry-run.schema.js';
import { goalManifestSchema, toGoalManifest, type GoalManifest } from './goal-manifest.record.js';
import { GoalReport } from './goal-report.service.js';
import {
  deletedGoalSchema,
  goalIdSchema,
  goalRecordSchema,
  toGoalRecord,
  toListedGoal,
  type GoalRecord,
} from './goal.record.js';
import { createGoalSchema, listGoalsSchema, type CreateGoal, type ListGoals } from './goal.schema.js';
import { Goals } from './goals.service.js';
import { goalsTag } from './goals.tag.js';

const parameters = { goal_id: goalIdSchema };

@Controller('v1/goals')
@SendsWebhooks(
  {
    type: 'goal.completed',
    summary: 'Receive the completion of a goal',
    description: 'Sent once, with the result.',
    data: goalRecordSchema,
  },
  {
    type: 'goal.failed',
    summary: 'Receive the failure of a goal',
    description: 'Sent once. `data.failure` contains the cause, and the quota is refunded.',
    data: goalRecordSchema,
  },
  {
    type: 'goal.canceled',
    summary: 'Receive the cancellation of a goal',
    description: 'Sent once, after a cancellation request took effect.',
    data: goalRecordSchema,
  },
)
@InTag(goalsTag)
export class GoalsController {
  constructor(
    private readonly goals: Goals,
    private readonly studies: Studies,
    private readonly studyList: StudyList,
    private readonly changes: StudyChanges,
    private readonly waiting: SimulationWait,
    private readonly reports: GoalReport,
  ) {}

  @Post()
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Create a goal',
    description:
      'Queues a search for the values of one or two parameters at which a share reaches a target, or at which a share, a mean or a linear value of the outcomes is greatest or smallest, within bounds and constraints. The search uses expected values of the same agents, so workflows whose agents interact are not supported. The quota is `agent_count` × maximum evaluations ÷ 10,000, rounded up. With `Prefer: wait=10`, the response waits at most ten seconds for the result. With `dry_run`, nothing is queued: the response is 200 with the resolved request and its cost.',
    data: goalRecordSchema,
    otherStatuses: [{ status: 200, data: goalDryRunSchema }],
    headers: ['Location', 'Retry-After', 'Preference-Applied'],
    errors: [
      'invalid_workflow',
      'invalid_scenario_context',
      'invalid_adjustment',
      'invalid_goal',
      'agent_count_exceeds_plan',
      'insufficient_quota',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createGoalSchema }) body: CreateGoal,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @PreferWait() wait: Wait | undefined,
  ): Promise<Reply<GoalRecord | GoalDryRun>> {
    if (body.dry_run) return new Reply(await this.goals.estimate(caller, body), { status: 200 });
    const created = await this.goals.create(caller, body, idempotencyKey);
    const { record, headers } = await this.waiting.untilFinished(caller, created.record, wait, toGoalRecord);
    const Location = `/v1/goals/${record.id}`;
    return new Reply(record, {
      headers: { Location, ...headers, ...replayHeaders(created.replayed), ...pollHeaders(record) },
    });
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List goals',
    description:
      'Returns the goals of the organization in this tier, newest first. The results have no `curve`; `GET /v1/goals/{goal_id}` returns it.',
    data: goalRecordSchema.array(),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listGoalsSchema }) query: ListGoals,
  ): Promise<Reply<GoalRecord[]>> {
    return this.studyList.page(caller, 'goal', query, toListedGoal);
  }

  @Get(':goal_id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a goal',
    description:
      'Returns a goal with its progress and, once completed, its result. While it is `queued` or `running`, the response has `Retry-After`. With `Prefer: wait=10`, the response waits at most ten seconds for the goal to finish.',
    parameters,
    data: goalRecordSchema,
    headers: ['Retry-After', 'Preference-Applied'],
    errors: ['goal_not_found'],
  })
  async get(
    @CurrentCaller() caller: Caller,
    @Param('goal_id') id: string,
    @PreferWait() wait: Wait | undefined,
  ): Promise<Reply<GoalRecord>> {
    const found = toGoalRecord(await this.studies.find(caller, 'goal', id));
    const { record, headers } = await this.waiting.untilFinished(caller, found, wait, toGoalRecord);
    return new Reply(record, { headers: { ...headers, ...pollHeaders(record) } });
  }

  @Get(':goal_id/manifest')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read the manifest of a goal',
    description:
      'Returns everything needed to compute the result of a completed goal again: definition, scenario, goal, seed, agent count, engine version and the digest of the result.',
    parameters,
    data: goalManifestSchema,
    withoutExample: true,
    errors: ['goal_not_found', 'goal_not_complete'],
  })
  async readManifest(@CurrentCaller() caller: Caller, @Param('goal_id') id: string): Promise<GoalManifest> {
    return toGoalManifest(await this.studies.findCompleted(caller, 'goal', id));
  }

  @Get(':goal_id/report')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read the report of a goal',
    description:
      'Returns an HTML report of a completed goal: the result first, then adjustments of the workflow, the curve with its band or a heat map of two parameters, the constraints, the shares and the parts of the error. The page is self-contained, printable and has no scripts.',
    parameters,
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
    errors: ['goal_not_found', 'goal_not_complete'],
  })
  async readReport(
    @CurrentCaller() caller: Caller,
    @Param('goal_id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const page = await this.reports.render(caller, id);
    return sendReport(response, page);
  }

  @Post(':goal_id/cancel')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Cancel a goal',
    description:
      'Cancels a queued or running goal. A queued goal never runs, and its quota is refunded. A running goal stops within one second. The event `goal.canceled` is sent.',
    parameters,
    data: goalRecordSchema,
    errors: ['goal_not_found', 'goal_already_finished'],
  })
  async cancel(@CurrentCaller() caller: Caller, @Param('goal_id') id: string): Promise<GoalRecord> {
    return toGoalRecord(await this.changes.cancel(caller, 'goal', id));
  }

  @Delete(':goal_id')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Delete a goal',
    description:
      'Hides a finished goal: reads return 404 from then on, and lists leave it out. Its quota is not refunded, and its webhook deliveries continue.',
    parameters,
    data: deletedGoalSchema,
    errors: ['goal_not_found', 'goal_not_finished'],
  })
  remove(@CurrentCaller() caller: Caller, @Param('goal_id') id: string): Promise<{ id: string; deleted: true }> {
    return this.changes.remove(caller, 'goal', id);
  }
}
