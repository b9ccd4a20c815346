import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { type GoalRequest, maxEvaluationsOf, resolveGoal } from '../../engine/analyses.js';
import { resolveScenario } from '../../engine/definition.js';
import type { Sql } from '../../platform/database/sql.js';
import type { EffectOutcome } from '../../platform/idempotency/idempotency.service.js';
import type { AdjustedWorkflow } from '../adjustments/adjusted-workflow.js';
import type { PlannedSimulation } from '../simulation.writer.js';
import { Simulations } from '../simulations.service.js';
import { Studies, type PlannedStudy } from '../studies/studies.service.js';
import type { GoalDryRun } from './goal-dry-run.schema.js';
import { toGoalFields, toGoalRecord, type GoalRecord } from './goal.record.js';
import type { CreateGoal } from './goal.schema.js';

export interface PlannedGoal extends PlannedStudy {
  study: { kind: 'goal'; request: GoalRequest };
}

@Injectable()
export class Goals {
  constructor(
    private readonly simulations: Simulations,
    private readonly studies: Studies,
  ) {}

  /** Queues a goal and reserves its quota in one transaction. */
  async create(
    caller: Caller,
    request: CreateGoal,
    idempotencyKey: string | undefined,
  ): Promise<{ record: GoalRecord; replayed: boolean }> {
    const prepared = await this.simulations.prepare(caller, request);
    const plan = () => this.planOf(caller, prepared.workflow, prepared.request);
    return this.studies.create(
      caller,
      { route: 'POST /v1/goals', payload: request, idempotencyKey },
      plan,
      toGoalRecord,
    );
  }

  /** Estimates the cost of a goal. Writes nothing. */
  async estimate(caller: Caller, request: CreateGoal): Promise<GoalDryRun> {
    const prepared = await this.simulations.prepare(caller, request);
    return this.estimateOf(caller, this.planOf(caller, prepared.workflow, prepared.request));
  }

  async estimateOf(caller: Caller, planned: PlannedGoal): Promise<GoalDryRun> {
    const estimate = await this.studies.estimate(caller, planned);
    return { object: 'goal_dry_run', ...estimate, ...toGoalFields(planned.study.request) };
  }

  /** Queues a goal in the transaction of an idempotent effect, and reserves its quota as the last step. */
  queue(sql: Sql, caller: Caller, planned: PlannedGoal): EffectOutcome<GoalRecord> {
    return this.studies.queue(sql, caller, planned, toGoalRecord);
  }

  /** Fills in the defaults of a request. Throws {@link AppError} if it is invalid. Writes nothing. */
  planOf(caller: Caller, workflow: AdjustedWorkflow | AppError, request: CreateGoal): PlannedGoal {
    const { parameters, objective, constraints, ...rest } = request;
    const base = this.simulations.planOf(caller, workflow, rest);
    const resolved = resolveGoal(base.workflow.definition, { parameters, objective, constraints });
    if (!resolved.ok) throw AppError.withIssues('invalid_goal', resolved.issues);
    return {
      base: { ...base, warnings: [...base.warnings, ...boundWarnings(base, resolved.request)] },
      study: { kind: 'goal', request: resolved.request },
      maxEvaluations: maxEvaluationsOf(resolved.request),
    };
  }
}

/** Bounds outside the calibrated range. */
function boundWarnings(base: PlannedSimulation, { parameters }: GoalRequest): PlannedSimulation['warnings'] {
  return (['from', 'to'] as const).flatMap((end) => {
    const context = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter[end]]));
    const resolved = resolveScenario(base.workflow.definition, context);
    return resolved.ok ? resolved.warnings : [];
  });
}
