import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { newPrefixedId } from '../../common/ids.js';
import type { Sql } from '../../platform/database/sql.js';
import type { EffectOutcome } from '../../platform/idempotency/idempotency.service.js';
import { SimulationEstimates } from '../../simulations/estimates/simulation-estimates.service.js';
import type { QuestionVariations } from '../../simulations/question-interpretation.schema.js';
import { Goals, type PlannedGoal } from '../../simulations/goals/goals.service.js';
import type { GoalRecord } from '../../simulations/goals/goal.record.js';
import type { SimulationRecord } from '../../simulations/simulation.record.js';
import type { PlannedSimulation } from '../../simulations/simulation.writer.js';
import { Simulations } from '../../simulations/simulations.service.js';
import { SweepCreation } from '../../simulations/sweeps/sweep-creation.service.js';
import type { SweepRecord } from '../../simulations/sweeps/sweep.record.js';
import type { NewSweep } from '../../simulations/sweeps/sweep.writer.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { AutoDryRun, AutoSimulation } from './auto-simulation.schema.js';
import type { InterpretedScenario } from './interpreted-scenario.js';

type RoutedVia = NonNullable<SimulationRecord['routed_via']>;
type Simulated = [PlannedSimulation, ...PlannedSimulation[]];

/** What a question runs: one simulation, one simulation for each arm of a comparison, the sweep of a range, or a goal. */
export type PlannedRuns = QuestionVariations &
  ({ simulations: Simulated } | { sweep: NewSweep } | { planned: PlannedGoal });

export interface CreatedRuns {
  /** The simulation, the first simulation of a comparison, the sweep, or the goal. */
  record: SimulationRecord | SweepRecord | GoalRecord;
  /** The other simulations of a comparison. */
  others: SimulationRecord[];
}

/** Plans, estimates and queues the simulations of a question. */
@Injectable()
export class QuestionRuns {
  constructor(
    private readonly simulations: Simulations,
    private readonly sweeps: SweepCreation,
    private readonly goals: Goals,
    private readonly estimates: SimulationEstimates,
  ) {}

  /** Throws {@link AppError} if the request is invalid. Writes nothing. */
  plan(
    caller: Caller,
    workflow: Workflow,
    request: AutoSimulation,
    { scenarioContext, arms, range, goal }: InterpretedScenario,
    via: RoutedVia,
  ): PlannedRuns {
    const { agent_count, seed, uncertainty, webhook_url, name, notes, metadata } = request;
    const { workflow_id } = workflow.definition;
    const annotations = { name, notes, metadata };
    const common = { workflow_id, scenario_context: scenarioContext, agent_count, seed, webhook_url, ...annotations };
    if (goal) {
      const { parameter, objective } = goal;
      const planned = this.goals.planOf(caller, workflow, { ...common, parameters: [{ name: parameter }], objective });
      const routedVia = { ...via, comparison: null, range: null, goal };
      return { comparison: null, range: null, goal, planned: { ...planned, base: { ...planned.base, routedVia } } };
    }
    const shared = { ...common, uncertainty };
    if (range) {
      const { parameter, values } = range;
      const sweep = this.sweeps.planOf(caller, workflow, { ...shared, parameters: [{ name: parameter, values }] });
      const routedVia = { ...via, comparison: null, range, goal: null };
      return { comparison: null, range, goal: null, sweep: { ...sweep, base: { ...sweep.base, routedVia } } };
    }
    const first = this.simulations.planOf(caller, workflow, {
      ...shared,
      scenario_context: { ...scenarioContext, ...arms[0]?.values },
    });
    // All arms have the seed of the first one, so that they share agents and random errors.
    const others = arms.slice(1).map(({ values }) =>
      this.simulations.planOf(caller, workflow, {
        ...shared,
        seed: first.seed,
        scenario_context: { ...scenarioContext, ...values },
      }),
    );
    const planned = [first, ...others].map((one) => ({ ...one, id: newPrefixedId('sim') }));
    const comparison = arms.length > 1 ? comparisonOf(arms, planned) : null;
    const routedVia = { ...via, comparison, range: null, goal: null };
    return {
      comparison,
      range: null,
      goal: null,
      simulations: planned.map((one) => ({ ...one, routedVia })) as Simulated,
    };
  }

  /** Queues all simulations in the transaction of an idempotent effect, and reserves their quota as the last step. */
  async queue(sql: Sql, caller: Caller, runs: PlannedRuns): Promise<EffectOutcome<CreatedRuns>> {
    if ('sweep' in runs) {
      const { body, ...effect } = await this.sweeps.queue(sql, caller, runs.sweep);
      return { ...effect, body: { record: body, others: [] } };
    }
    if ('planned' in runs) {
      const { body, ...effect } = this.goals.queue(sql, caller, runs.planned);
      return { ...effect, body: { record: body, others: [] } };
    }
    const { body, ...effect } = await this.simulations.queueAll(sql, caller, runs.simulations);
    const [record, ...others] = body as [SimulationRecord, ...SimulationRecord[]];
    return { ...effect, body: { record, others } };
  }

  /** Estimates the cost, run time and precision. Writes nothing. */
  async estimate(caller: Caller, runs: PlannedRuns): Promise<AutoDryRun> {
    if ('sweep' in runs) return this.sweeps.estimateOf(caller, runs.sweep);
    if ('planned' in runs) return this.goals.estimateOf(caller, runs.planned);
    return this.estimates.of(caller, runs.simulations[0], runs.simulations.length);
  }
}

function comparisonOf(
  arms: InterpretedScenario['arms'],
  planned: readonly { id: string }[],
): NonNullable<QuestionVariations['comparison']> {
  const simulations = arms.map(({ from, values }, at) => ({ id: planned[at]!.id, from, values }));
  const [first, second] = simulations;
  return { simulations, compare_url: `/v1/simulations/${first!.id}/compare?with=${second!.id}` };
}
