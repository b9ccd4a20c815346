import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { creatorOf } from '../../common/identity/creator.js';
import { newPrefixedId } from '../../common/crypto.js';
import { Audit } from '../../platform/audit/audit.js';
import type { Calibration } from '../../platform/database/generated/client.js';
import { Databases } from '../../platform/database/databases.service.js';
import { requireSpace } from '../../platform/database/organization-limits.js';
import { insert, toColumns } from '../../platform/database/sql.js';
import { creationBy, Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { AdjustedWorkflows } from '../adjustments/adjusted-workflows.service.js';
import { maxAgentCount } from '../../config/plans.js';
import { unknownWorkflow, WorkflowCatalog } from '../../workflows/workflow-catalog.service.js';
import { toTargetMatchRecord, toMatch, type TargetMatchRecord, type CreateTargetMatch } from './target-match.record.js';

const jsonFields = ['targets', 'match'] as const;

/** Saves observed shares after matching them once. */
@Injectable()
export class TargetMatchCreation {
  constructor(
    private readonly catalog: WorkflowCatalog,
    private readonly adjusted: AdjustedWorkflows,
    private readonly databases: Databases,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** Matches the targets and saves them. Throws {@link AppError} `invalid_adjustment` if they do not fit the workflow. */
  async create(
    caller: Caller,
    request: CreateTargetMatch,
    idempotencyKey: string | undefined,
  ): Promise<{ record: TargetMatchRecord; replayed: boolean }> {
    const { organizationId } = caller;
    const once = creationBy(caller, 'POST /v1/target-matches', idempotencyKey, request);
    const replay = await this.idempotency.replayOf<TargetMatchRecord>(caller.tier, once);
    if (replay) return { record: replay.body, replayed: true };
    // Before the targets are matched. The transaction checks it again.
    await this.databases.transaction(caller.tier, (sql) => requireSpace(sql, organizationId, 'calibrations'));
    const planned = await this.plan(caller, request);
    const { body, replayed } = await this.idempotency.once(caller.tier, once, async (sql) => {
      // Thrown in the effect: a replay returns the first response even if the workflow has been deprecated since.
      if (planned instanceof AppError) throw planned;
      await requireSpace(sql, organizationId, 'calibrations');
      await insert(sql, 'calibrations', toColumns(planned, jsonFields));
      const details = { workflow_id: planned.workflowId, targets: request.calibration_targets.length };
      await Audit.appendBySql(sql, caller, { action: 'calibration.created', subject: planned.id, details });
      return { body: toTargetMatchRecord(planned) };
    });
    return { record: body, replayed };
  }

  private async plan(caller: Caller, request: CreateTargetMatch): Promise<Calibration | AppError> {
    const { calibration_targets: targets } = request;
    const workflow = await this.catalog.published(caller, request.workflow_id);
    if (!workflow) return unknownWorkflow(this.catalog, caller, 'invalid_workflow', request.workflow_id);
    const { workflow_id: workflowId, version, population } = workflow.definition;
    const agentCount = Math.min(population.recommended_agent_count, maxAgentCount);
    try {
      const matched = await this.adjusted.match(caller, workflow, targets, agentCount);
      return {
        id: newPrefixedId('cal'),
        organizationId: caller.organizationId,
        workflowId,
        workflowVersion: version,
        name: request.name ?? null,
        targets,
        agentCount,
        match: toMatch(targets, matched.adjustments?.targets),
        createdAt: this.clock.now(),
        ...creatorOf(caller),
      };
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }
}
