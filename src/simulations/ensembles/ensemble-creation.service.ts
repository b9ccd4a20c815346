import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { randomSeed } from '../../common/crypto.js';
import type { Caller } from '../../common/identity/caller.js';
import { newPrefixedId } from '../../common/ids.js';
import { sharedPredictions, type Stacking } from '../../engine/index.js';
import type { Ensemble } from '../../platform/database/generated/client.js';
import { insert, toColumns } from '../../platform/database/sql.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { Usage } from '../../usage/usage.service.js';
import type { AdjustedWorkflow } from '../adjustments/adjusted-workflow.js';
import { requestedAnnotations } from '../annotations.js';
import { plannedFields } from '../estimates/planned-fields.js';
import { Simulations } from '../simulations.service.js';
import { uncertaintyOf } from '../uncertainty.js';
import { planEnsemble, withPath, type PlannedEnsemble } from './ensemble-plan.js';
import { ensembleColumns, ensembleJsonFields, toEnsembleRecord } from './ensemble.row.js';
import type { CreateEnsemble, EnsembleDryRun, EnsembleRecord } from './ensemble.schema.js';
import { StackingThreads } from './stacking-threads.service.js';

/** Creates ensembles and their simulations. */
@Injectable()
export class EnsembleCreation {
  constructor(
    private readonly simulations: Simulations,
    private readonly idempotency: Idempotency,
    private readonly usage: Usage,
    private readonly clock: Clock,
    private readonly threads: StackingThreads,
  ) {}

  /** Queues one simulation of each workflow, writes the ensemble and reserves the quota in one transaction. */
  async create(
    caller: Caller,
    request: CreateEnsemble,
    key: string | undefined,
  ): Promise<{ record: EnsembleRecord; replayed: boolean }> {
    const { organizationId, tier } = caller;
    const once = { scope: organizationId, route: 'POST /v1/ensembles', key, payload: request, status: 202 };
    const first = await this.idempotency.replayOf<EnsembleRecord>(tier, once);
    if (first) return { record: first.body, replayed: true };
    // Before the transaction: its locks and its connection must not wait for a computation.
    const planned = await this.plan(caller, request);
    const { body, replayed } = await this.idempotency.once(tier, once, async (sql) => {
      const row = ensembleOf(organizationId, request, planned, this.clock.now());
      // Before its simulations, which refer to it.
      const ensemble = insert(sql, 'ensembles', toColumns(row, ensembleColumns, ensembleJsonFields));
      const members = planned.simulations.map((own) => ({ ...own, webhookUrl: null, ensembleId: row.id }));
      const { body: records, sent, last } = await this.simulations.queueAll(sql, caller, members);
      const queued = new Map(
        records.map(({ id }) => [
          id,
          { id, status: 'queued' as const, completedAt: null, deletedAt: null, summary: null },
        ]),
      );
      return { body: toEnsembleRecord(row, queued), sent: Promise.all([ensemble, sent]), last };
    });
    return { record: body, replayed };
  }

  /** Resolves a request, with its weights and its cost. Writes nothing. */
  async estimate(caller: Caller, request: CreateEnsemble): Promise<EnsembleDryRun> {
    const { simulations, members, weights } = await this.plan(caller, request);
    const { seed, webhook_url } = plannedFields(simulations[0]!);
    const models = simulations.map((planned, k) => {
      const { workflow_id, workflow_version, agent_count, scenario_context, warnings } = plannedFields(planned);
      const { weight, outcomes } = members[k]!;
      return {
        ...{ workflow_id, workflow_version, agent_count, uncertainty: uncertaintyOf(planned.parameterDraws) },
        ...{ scenario_context, warnings, weight, outcomes },
      };
    });
    const cost = await this.usage.costOf(caller, simulations.length);
    return { object: 'ensemble_dry_run', dry_run: true, seed, models, weights, webhook_url, cost };
  }

  /** Fills in the defaults of a request and selects the weights. Throws {@link AppError} if it is invalid. Writes nothing. */
  private async plan(caller: Caller, request: CreateEnsemble): Promise<PlannedEnsemble> {
    const { agent_count, uncertainty, webhook_url, models } = request;
    const seed = request.seed ?? randomSeed();
    const prepared = await Promise.all(
      models.map(({ workflow_id, scenario_context, adjustments }) =>
        this.simulations.prepare(caller, {
          ...{ workflow_id, scenario_context, ...adjustments },
          ...{ agent_count, seed, uncertainty, webhook_url },
        }),
      ),
    );
    const simulations = prepared.map(({ workflow, request: own }, k) =>
      withPath(`models.${k}`, () => this.simulations.planOf(caller, workflow, own)),
    );
    const stacking = await this.stackingOf(
      caller,
      request,
      simulations.map(({ workflow }) => workflow),
    );
    return planEnsemble(request, simulations, stacking);
  }

  /** Stacking of the models, if the request has no weights and the models have predictions of the same held-out data. */
  private async stackingOf(
    { organizationId }: Caller,
    { models }: CreateEnsemble,
    workflows: readonly AdjustedWorkflow[],
  ): Promise<Stacking | undefined> {
    if (models.some(({ weight }) => weight !== undefined)) return undefined;
    const predictions = sharedPredictions(workflows.map(({ definition }) => definition));
    return predictions && this.threads.stack(organizationId, predictions);
  }
}

function ensembleOf(
  organizationId: string,
  request: CreateEnsemble,
  { members, weights }: PlannedEnsemble,
  now: Date,
): Ensemble {
  return {
    id: newPrefixedId('ens'),
    organizationId,
    ...requestedAnnotations(request),
    members: members as unknown as Ensemble['members'],
    weights,
    webhookUrl: request.webhook_url ?? null,
    createdAt: now,
    deletedAt: null,
  };
}
