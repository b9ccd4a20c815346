import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import {
  targetMatchRecordSchema,
  deletedTargetMatchSchema,
  type TargetMatchRecord,
  createTargetMatchSchema,
  listTargetMatchesSchema,
  type CreateTargetMatch,
  type ListTargetMatches,
  calibrationIdSchema,
} from './target-match.record.js';
import { TargetMatchCreation } from './target-match-creation.service.js';
import { TargetMatches } from './target-matches.service.js';

const parameters = { calibration_id: calibrationIdSchema };

@Controller('v1/target-matches')
@InTag({
  name: 'Target matches',
  description: 'Observed shares of a market, saved for use in simulations, parameter sweeps and goals.',
})
export class TargetMatchesController {
  constructor(
    private readonly creation: TargetMatchCreation,
    private readonly calibrations: TargetMatches,
  ) {}

  @Post()
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Create a target match',
    description:
      'Matches the constants of the workflow to observed shares, and saves the shares for use as `calibration_id`. The agents that match them have the seed 0 and the recommended count of the workflow, at most 10,000. A simulation with another seed or count therefore has slightly different baseline shares; `calibration_targets` in its own request match its own agents exactly. Limit: 1,000 target matches per organization and tier.',
    data: targetMatchRecordSchema,
    headers: ['Location'],
    errors: [
      ...(['invalid_workflow', 'invalid_adjustment', 'calibration_limit_reached', 'processor_limit_reached'] as const),
      // The replay of a create whose target match was deleted.
      'calibration_not_found',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createTargetMatchSchema }) body: CreateTargetMatch,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<TargetMatchRecord>> {
    const { record, replayed } = await this.creation.create(caller, body, idempotencyKey);
    if (replayed) await this.calibrations.get(caller, record.id);
    return new Reply(record, { headers: { Location: `/v1/target-matches/${record.id}`, ...replayHeaders(replayed) } });
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List target matches',
    description: 'Returns the target matches of the organization in this tier, newest first.',
    data: targetMatchRecordSchema.array(),
    meta: pageMetaSchema,
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listTargetMatchesSchema }) query: ListTargetMatches,
  ): Promise<Reply<TargetMatchRecord[]>> {
    return this.calibrations.list(caller, query);
  }

  @Get(':calibration_id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a target match',
    description: 'Returns the targets and the constants that match them in the version of the creation.',
    parameters,
    data: targetMatchRecordSchema,
    errors: ['calibration_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('calibration_id') id: string): Promise<TargetMatchRecord> {
    return this.calibrations.get(caller, id);
  }

  @Delete(':calibration_id')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Delete a target match',
    description: 'Deletes a target match permanently. Simulations that used it keep their results and their constants.',
    parameters,
    data: deletedTargetMatchSchema,
    errors: ['calibration_not_found'],
  })
  remove(@CurrentCaller() caller: Caller, @Param('calibration_id') id: string) {
    return this.calibrations.remove(caller, id);
  }
}
