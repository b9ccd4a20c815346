import type { Simulation } from '../../platform/database/generated/client.js';
import { insertFor, type Insert } from '../../platform/database/in-batches.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { type AdjustmentsRecord, toEngine, type AdjustmentRequest } from './adjustment.schema.js';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { RequestThreads } from '../../platform/process/request-threads.service.js';
import { definitionDigest, type WorkflowDefinition } from '../../../model/definition.js';
import {
  lacksRows,
  withoutRows,
  withSyntheticAgents,
  type AdjustmentContext,
  type Adjustments,
} from '../../../model/simulate.js';
import { Populations } from '../populations/populations.service.js';
import type { CalibrationTargets } from '../target-matches/target-match.record.js';
import { adjustmentsOf, SavedTargetMatches } from '../target-matches/target-matches.service.js';
import type { AdjustmentResult, AdjustmentTask } from './adjustment.thread.js';

/** A published workflow, one with an adjusted definition, or a draft. */
export interface AdjustedWorkflow extends Workflow {
  /** Set if the definition is adjusted. */
  adjustments?: NonNullable<AdjustmentsRecord>;
  /** Set if the definition has placeholders in place of the estimates of a fit. */
  isDraft?: true;
}

/** Digest of the published definition of a simulation, before adjustments. */
export function publishedDigest({
  adjustments,
  definitionDigest,
}: Pick<Simulation, 'adjustments' | 'definitionDigest'>): string {
  return (adjustments as AdjustmentsRecord | null)?.published_digest ?? definitionDigest;
}

const deletedRows = {
  code: 'respondents_deleted',
  message:
    'The rows of the respondents were deleted with their dataset. Agents are now drawn from a fitted distribution, so that results can differ from earlier ones.',
};

/** The workflow with synthetic agents if the rows of its respondents were deleted; otherwise the workflow itself. */
export function withAvailableAgents(workflow: Workflow): AdjustedWorkflow {
  if (!lacksRows(workflow.definition)) return workflow;
  const definition = withSyntheticAgents(workflow.definition);
  const adjustments = { published_digest: workflow.digest, warnings: [deletedRows] };
  return { definition, digest: definitionDigest(definition), adjustments };
}

/** Stores a definition that is not published, so that workers and later reads find it. Published definitions are stored already. */
export function unpublishedDefinition(from: string, name: string, workflow: AdjustedWorkflow): Insert[] {
  const { definition, digest, adjustments, isDraft } = workflow;
  if (!adjustments && !isDraft) return [];
  // The rows of the respondents are stored with their dataset only.
  const stored = definition.population.sample ? withoutRows(definition).definition : definition;
  const insert = insertFor(from, name, 'workflow_definitions', { digest, definition: JSON.stringify(stored) });
  return [{ ...insert, text: `${insert.text} ON CONFLICT DO NOTHING` }];
}

const file = join(import.meta.dirname, 'adjustment.thread.js');

/** Applies the adjustments of requests to published workflows, in a thread. Writes nothing. */
@Injectable()
export class AdjustedWorkflows {
  constructor(
    private readonly populations: Populations,
    private readonly calibrations: SavedTargetMatches,
    private readonly threads: RequestThreads,
  ) {}

  /**
   * Returns the workflow with an adjusted definition, or the workflow itself if the adjustments change nothing.
   * Throws {@link AppError} `invalid_adjustment` if they do not fit the workflow, and `service_unavailable` if too many wait.
   */
  async apply(
    caller: Caller,
    workflow: AdjustedWorkflow,
    request: AdjustmentRequest,
    context: AdjustmentContext,
  ): Promise<AdjustedWorkflow> {
    const { definition: published } = workflow;
    const result = await this.adjust(caller, async () => {
      const adjustments = await this.withSaved(caller, workflow, request);
      return { definition: published, adjustments, context };
    });
    if (result.digest === workflow.digest) return workflow;
    const { definition, digest, warnings } = result;
    return {
      definition,
      digest,
      adjustments: {
        published_digest: workflow.adjustments?.published_digest ?? workflow.digest,
        ...request,
        warnings: [...(workflow.adjustments?.warnings ?? []), ...warnings],
      },
    };
  }

  /** Returns the definition that matches the targets of a new calibration. Throws like {@link apply}. */
  async match(
    caller: Caller,
    { definition }: Workflow,
    targets: CalibrationTargets,
    agentCount: number,
  ): Promise<WorkflowDefinition> {
    const adjustments = adjustmentsOf(targets, agentCount);
    const task = { definition, adjustments, context: adjustments.targetAgents };
    const result = await this.adjust(caller, () => Promise.resolve(task));
    return result.definition;
  }

  private async withSaved(caller: Caller, { definition }: Workflow, request: AdjustmentRequest): Promise<Adjustments> {
    const { population_id: populationId, calibration_id: id, calibration_targets: targets } = request;
    const { workflow_id: workflowId } = definition;
    const people =
      populationId === undefined ? undefined : await this.populations.people(caller, workflowId, populationId);
    const adjustments = { ...toEngine(request), people };
    if (id === undefined) return adjustments;
    if (targets !== undefined) {
      const message = 'is given next to `calibration_targets`; use one of them';
      throw AppError.withIssues('invalid_adjustment', [{ path: 'calibration_id', message }]);
    }
    return { ...adjustments, ...(await this.calibrations.targetsOf(caller, id, workflowId)) };
  }

  /** @param read called when the thread is free: a population takes up to 10 MB, and many requests can wait */
  private async adjust(
    { organizationId }: Caller,
    read: () => Promise<AdjustmentTask>,
  ): Promise<Extract<AdjustmentResult, { ok: true }>> {
    const result = await this.threads.inTurn<AdjustmentTask, AdjustmentResult, AdjustmentResult>(
      file,
      organizationId,
      async (run) => run(await read()),
    );
    if (!result.ok) throw AppError.withIssues('invalid_adjustment', result.issues);
    return result;
  }
}
