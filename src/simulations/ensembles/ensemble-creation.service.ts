import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { randomSeed } from '../../common/crypto.js';
import { AppError, type Issue } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { newPrefixedId } from '../../common/ids.js';
import { modelWeights, sharedPredictions, shareIdsOf, type Stacking } from '../../engine/index.js';
import type { Ensemble } from '../../platform/database/generated/client.js';
import { insert, toColumns } from '../../platform/database/sql.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { requestedAnnotations } from '../annotations.js';
import type { AdjustedWorkflow } from '../adjustments/adjusted-workflow.js';
import type { PlannedSimulation } from '../simulation.writer.js';
import { Simulations } from '../simulations.service.js';
import { ensembleColumns, ensembleJsonFields, toEnsembleRecord, type Member } from './ensemble.row.js';
import type { CreateEnsemble, EnsembleRecord } from './ensemble.schema.js';
import { StackingThreads } from './stacking-threads.service.js';

/** Creates ensembles and their simulations. */
@Injectable()
export class EnsembleCreation {
  constructor(
    private readonly simulations: Simulations,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly threads: StackingThreads,
  ) {}

  /** Queues one simulation of each workflow, writes the ensemble and reserves the quota in one transaction. */
  async create(
    caller: Caller,
    request: CreateEnsemble,
    key: string | undefined,
  ): Promise<{ record: EnsembleRecord; replayed: boolean }> {
    const { agent_count, uncertainty, models } = request;
    const seed = request.seed ?? randomSeed();
    const prepared = await Promise.all(
      models.map(({ workflow_id, scenario_context, adjustments }) =>
        this.simulations.prepare(caller, {
          ...{ workflow_id, scenario_context, ...adjustments },
          ...{ agent_count, seed, uncertainty },
        }),
      ),
    );
    const { organizationId } = caller;
    // Before the transaction: its locks and its connection must not wait for a computation.
    const stacking = await this.stackingOf(organizationId, request, prepared);
    const once = { scope: organizationId, route: 'POST /v1/ensembles', key, payload: request, status: 202 };
    const { body, replayed } = await this.idempotency.once(caller.tier, once, async (sql) => {
      const planned = prepared.map(({ workflow, request: own }, k) => ({
        ...withPath(`models.${k}`, () => this.simulations.planOf(caller, workflow, own)),
        id: newPrefixedId('sim'),
      }));
      const row = ensembleOf(organizationId, request, planned, stacking, this.clock.now());
      const { body: records, sent, last } = await this.simulations.queueAll(sql, caller, planned);
      const ensemble = insert(sql, 'ensembles', toColumns(row, ensembleColumns, ensembleJsonFields));
      const queued = new Map(records.map(({ id }) => [id, { id, status: 'queued' as const, summary: null }]));
      return { body: toEnsembleRecord(row, queued), sent: Promise.all([sent, ensemble]), last };
    });
    return { record: body, replayed };
  }

  /** Stacking of the models, if the request has no weights and the models have predictions of the same held-out data. */
  private async stackingOf(
    organizationId: string,
    { models }: CreateEnsemble,
    prepared: readonly { workflow: AdjustedWorkflow | AppError }[],
  ): Promise<Stacking | undefined> {
    if (models.some(({ weight }) => weight !== undefined)) return undefined;
    const definitions = prepared.flatMap(({ workflow }) => (workflow instanceof AppError ? [] : [workflow.definition]));
    // The creation fails for an unknown workflow.
    if (definitions.length < models.length) return undefined;
    const predictions = sharedPredictions(definitions);
    return predictions && this.threads.stack(organizationId, predictions);
  }
}

/** Adds the position of the workflow to the message and the paths of an error, because a request has several workflows. */
function withPath<Result>(path: string, plan: () => Result): Result {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw withPrefix(path, error as AppError).withMessage(`${path}: ${error.message}`);
  }
}

function withPrefix(path: string, error: AppError): AppError {
  const { code, meta } = error;
  if (code !== 'invalid_scenario_context' && code !== 'invalid_adjustment') return error;
  const prefix = `${path}.${code === 'invalid_adjustment' ? 'adjustments' : 'scenario_context'}`;
  const { issues = [] } = meta as { issues?: Issue[] };
  return AppError.withIssues(
    code,
    issues.map((issue) => ({ ...issue, path: `${prefix}.${issue.path}` })),
  );
}

function ensembleOf(
  organizationId: string,
  request: CreateEnsemble,
  planned: readonly (PlannedSimulation & { id: string })[],
  stacking: Stacking | undefined,
  now: Date,
): Ensemble {
  const outcomes = mappedOutcomes(
    request,
    planned.map(({ workflow }) => shareIdsOf(workflow.definition)),
  );
  const given = request.models.flatMap(({ weight }) => (weight === undefined ? [] : [weight]));
  const { weights, ...method } = modelWeights(planned.length, given.length > 0 ? given : undefined, stacking);
  const members = planned.map(({ id, workflow: { definition } }, k): Member => ({
    simulation_id: id,
    workflow_id: definition.workflow_id,
    workflow_version: definition.version,
    weight: weights[k]!,
    outcomes: outcomes[k]!,
  }));
  return {
    id: newPrefixedId('ens'),
    organizationId,
    ...requestedAnnotations(request),
    members: members as unknown as Ensemble['members'],
    weights: {
      method: method.method,
      warnings: [...method.warnings],
      held_out: method.heldOut && {
        observations: method.heldOut.observations,
        log_loss: [...method.heldOut.logLoss],
        combined_log_loss: method.heldOut.combinedLogLoss,
      },
    },
    createdAt: now,
  };
}

/** Outcomes of each workflow by shared id. Throws {@link AppError} `validation_error` if there are none, or if an id is unknown. */
function mappedOutcomes({ models }: CreateEnsemble, known: readonly (readonly string[])[]): Record<string, string>[] {
  const issues: Issue[] = [];
  models.forEach(({ outcomes = {} }, k) => {
    for (const [id, own] of Object.entries(outcomes)) {
      if (known[k]!.includes(own)) continue;
      const message = `is not an outcome or outcome group of the workflow: ${known[k]!.join(', ')}`;
      issues.push({ path: `models.${k}.outcomes.${id}`, message });
    }
  });
  if (issues.length > 0) throw AppError.validation(issues);
  const maps = models.map(({ outcomes }, k) => outcomes ?? Object.fromEntries(known[k]!.map((id) => [id, id])));
  const shared = Object.keys(maps[0]!).filter((id) => maps.every((map) => Object.hasOwn(map, id)));
  if (shared.length === 0) {
    const message = 'the workflows have no outcome in common: map their outcomes to shared ids with `outcomes`';
    throw AppError.validation([{ path: 'models', message }]);
  }
  return maps.map((map) => Object.fromEntries(shared.map((id) => [id, map[id]!])));
}
