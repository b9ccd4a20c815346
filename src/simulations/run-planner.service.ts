import { Inject, Injectable } from '@nestjs/common';
import { randomSeed } from '../common/crypto.js';
import { AppError } from '../common/errors/app-error.js';
import { Clock } from '../common/clock.js';
import type { Caller } from '../common/identity/caller.js';
import { creatorOf } from '../common/identity/creator.js';
import type { Settings } from '../config/settings.js';
import { agentsInteract } from '../../model/analyses.js';
import { resolveScenario, type Scenario } from '../../model/definition.js';
import { DatasetTasks } from '../datasets/dataset-tasks.service.js';
import { Databases } from '../platform/database/databases.service.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { rejectUndeliverable } from '../platform/outbound/webhook-url.js';
import { toStoredOrigin } from '../platform/tracing/spans.js';
import type { RoutableVersion } from '../workflows/published-versions.js';
import { unknownWorkflow, WorkflowCatalog, type Workflow } from '../workflows/workflow-catalog.service.js';
import {
  type AdjustedWorkflow,
  AdjustedWorkflows,
  withAvailableAgents,
} from '../saved/adjustments/adjusted-workflows.service.js';
import { requestedAdjustments } from '../saved/adjustments/adjustment.schema.js';
import { requestedAnnotations } from './annotations.js';
import { isGroup, usesLanguageModel, type ChildPlan, type RegisteredKind, type RunRequest } from './run.kind.js';
import { followedQuestion, type Followed } from './followed-question.js';
import { modeOf } from './run.modes.js';
import type { PlannedRun } from './run.row.js';
import { findRun } from './run.reader.js';
import type { QuestionRecord } from './simulation.record.js';
import { withSuggestions } from './simulation.schema.js';
import { parameterDrawsOf } from './uncertainty.js';

/** The workflow of a request, or the error to throw because the caller cannot use it. */
export interface PreparedRequest {
  workflow: AdjustedWorkflow | AppError;
  request: RunRequest;
  /** The plan of a run that makes a workflow from a dataset. */
  drafted?: object;
  /** The simulation that the run repeats with other values. */
  followed?: Followed;
}

/** A request of a kind with all defaults filled in. */
export interface PlannedOfKind {
  kind: RegisteredKind;
  base: PlannedRun;
  plan: object;
  /** Null if the run has no simulations of its own. */
  children: readonly ChildPlan[] | null;
  /** Simulations counted against the quota. */
  cost: number;
}

type AgentLimit = 'agents_per_simulation' | 'agents_per_large_simulation';

/** Fills in the defaults of requests. Writes nothing. */
@Injectable()
export class RunPlanner {
  constructor(
    private readonly catalog: WorkflowCatalog,
    private readonly adjusted: AdjustedWorkflows,
    private readonly tasks: DatasetTasks,
    private readonly databases: Databases,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Returns the published workflow with that id, or the error to throw because the caller cannot use it. */
  async workflow(caller: Caller, workflowId: string): Promise<AdjustedWorkflow | AppError> {
    const workflow = await this.catalog.published(caller, workflowId);
    return workflow
      ? withAvailableAgents(workflow)
      : unknownWorkflow(this.catalog, caller, 'invalid_workflow', workflowId);
  }

  /** Returns the workflow of a version that the caller can run. */
  async ofVersion({ tier, organizationId }: Caller, version: RoutableVersion): Promise<AdjustedWorkflow> {
    return withAvailableAgents(await this.catalog.of(tier, version.workflowId, version, organizationId));
  }

  /** Finds the workflow of a request and applies its adjustments. The seed is selected here if adjustments depend on the agents. */
  async prepare(caller: Caller, kind: RegisteredKind, requested: RunRequest): Promise<PreparedRequest> {
    if (usesLanguageModel(kind.work) && !this.settings.languageModel)
      throw new AppError('language_model_not_configured');
    // A run of a dataset has no agents.
    if (kind.fromDataset) {
      const draft = await kind.fromDataset.draftOf(caller, requested, { tasks: this.tasks, now: this.clock.now() });
      const request = { ...requested, agent_count: 0 };
      return draft instanceof AppError
        ? { workflow: draft, request }
        : { workflow: { ...draft.workflow, isDraft: true }, request, drafted: draft.plan };
    }
    // Before the adjustments, because calibration targets are matched over the agents of the run.
    const request = { ...requested, agent_count: requested.agent_count ?? kind.defaultAgentCount };
    const workflow = await this.workflow(caller, request.workflow_id!);
    const adjustments = requestedAdjustments(request);
    if (workflow instanceof AppError) return { workflow, request };
    const followed = request.follows === undefined ? {} : { followed: await this.followed(caller, request) };
    if (!adjustments) return { workflow, request, ...followed };
    const seed = request.seed ?? randomSeed();
    try {
      const agentCount = this.agentCount(caller, workflow, request.agent_count);
      const adjusted = await this.adjusted.apply(caller, workflow, adjustments, { seed, agentCount });
      return { workflow: adjusted, request: { ...request, seed }, ...followed };
    } catch (error) {
      if (error instanceof AppError) return { workflow: error, request };
      throw error;
    }
  }

  /** Throws {@link AppError} `simulation_not_found`, or `validation_error` for a simulation of another workflow. */
  private async followed(caller: Caller, { follows, workflow_id }: RunRequest): Promise<Followed> {
    const row = await findRun(this.databases.sql(caller.tier), caller.organizationId, follows!);
    if (!row) throw new AppError('simulation_not_found');
    if (row.workflowId !== workflow_id)
      throw AppError.validation([
        { path: 'follows', message: `is a simulation of ${row.workflowId}: name that workflow` },
      ]);
    const question = row.routedVia as QuestionRecord | null;
    return { name: row.name, question, scenario: row.scenarioContext as Scenario };
  }

  /** Plans a prepared request. Throws {@link AppError} if it is invalid. */
  plan(caller: Caller, kind: RegisteredKind, { workflow, request, drafted, followed }: PreparedRequest): PlannedOfKind {
    const alone = this.base(caller, workflow, request, kind.agentLimit);
    // A run with the question and the name of the simulation that it follows.
    const common = followed
      ? {
          ...alone,
          routedVia: followedQuestion(alone.workflow.definition, followed, alone.scenario),
          annotations: { ...alone.annotations, name: alone.annotations.name ?? followed.name },
        }
      : alone;
    const planned = kind.plan(common, request, drafted);
    if (!('plan' in planned)) throw AppError.withIssues(kind.invalid ?? 'validation_error', planned);
    const { plan, warnings = [], scenario = common.scenario } = planned;
    const base = { ...common, scenario, warnings: [...common.warnings, ...warnings] };
    const { work } = kind;
    const { definition } = base.workflow;
    const children = isGroup(work)
      ? work.children({ definition, scenario, seed: base.seed, agentCount: base.agentCount }, plan)
      : null;
    const cost = modeOf(kind).costOf({ agentCount: base.agentCount, plan, childCount: children?.length ?? 0 });
    return { kind, base, plan, children, cost };
  }

  /** Plans the fields that all kinds have. Throws the error in place of the workflow. */
  base(
    caller: Caller,
    workflow: AdjustedWorkflow | AppError,
    request: RunRequest,
    agentLimit?: AgentLimit,
  ): PlannedRun {
    if (workflow instanceof AppError) throw workflow;
    if (request.webhook_url !== undefined) {
      rejectUndeliverable('webhook_url', request.webhook_url, caller.tier, this.settings);
    }
    const agentCount = this.agentCount(caller, workflow, request.agent_count, agentLimit);
    const resolved = resolveScenario(workflow.definition, request.scenario_context ?? {});
    if (!resolved.ok) {
      throw AppError.withIssues('invalid_scenario_context', withSuggestions(workflow.definition, resolved.issues));
    }
    return {
      organizationId: caller.organizationId,
      workflow,
      agentCount,
      seed: request.seed ?? randomSeed(),
      parameterDraws: parameterDrawsOf(request.uncertainty, agentsInteract(workflow.definition)),
      scenario: resolved.scenario,
      warnings: resolved.warnings,
      webhookUrl: request.webhook_url ?? null,
      annotations: requestedAnnotations(request),
      routedVia: null,
      origin: toStoredOrigin(caller),
      creator: creatorOf(caller),
    };
  }

  private agentCount(
    caller: Caller,
    workflow: Workflow,
    requested: number | undefined,
    limit: AgentLimit = 'agents_per_simulation',
  ): number {
    const ceiling = this.settings.planLimits[caller.planTier][limit];
    if (requested === undefined) return Math.min(workflow.definition.population.recommended_agent_count, ceiling);
    if (requested > ceiling) throw aboveCeiling(requested, ceiling);
    return requested;
  }
}

const aboveCeiling = (requested: number, ceiling: number): AppError => {
  const [own, most] = [requested, ceiling].map((count) => count.toLocaleString('en-US'));
  return new AppError('agent_count_exceeds_plan', { agent_count_ceiling: ceiling }).withMessage(
    `\`agent_count\` is ${own}, and the plan permits ${most} agents (\`meta.agent_count_ceiling\`). Request at most ${most} agents, or upgrade the plan.`,
  );
};
