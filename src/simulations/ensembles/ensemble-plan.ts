import { AppError, type Issue } from '../../common/errors/app-error.js';
import { newPrefixedId } from '../../common/ids.js';
import { modelWeights, shareIdsOf, type Stacking } from '../../engine/index.js';
import type { PlannedSimulation } from '../simulation.writer.js';
import type { Member } from './ensemble.row.js';
import type { CreateEnsemble, WeightsRecord } from './ensemble.schema.js';

/** A requested ensemble with all defaults filled in. */
export interface PlannedEnsemble {
  /** In the order of `members`. */
  simulations: readonly PlannedSimulation[];
  members: readonly Member[];
  weights: WeightsRecord;
}

/** @param planned the simulations of the models. Throws {@link AppError} `validation_error` if they have no outcome in common. */
export function planEnsemble(
  request: CreateEnsemble,
  planned: readonly PlannedSimulation[],
  stacking: Stacking | undefined,
): PlannedEnsemble {
  const simulations = planned.map((own) => ({ ...own, id: newPrefixedId('sim') }));
  const outcomes = mappedOutcomes(
    request,
    simulations.map(({ workflow }) => shareIdsOf(workflow.definition)),
  );
  const given = request.models.flatMap(({ weight }) => (weight === undefined ? [] : [weight]));
  const chosen = modelWeights(simulations.length, given.length > 0 ? given : undefined, stacking);
  const { method, warnings, heldOut } = chosen;
  const members = simulations.map(({ id, workflow: { definition } }, k): Member => ({
    simulation_id: id,
    workflow_id: definition.workflow_id,
    workflow_version: definition.version,
    weight: chosen.weights[k]!,
    outcomes: outcomes[k]!,
    cluster_degrees: definition.evidence.covariance?.degrees_of_freedom,
  }));
  const weights = {
    method,
    warnings: [...warnings],
    held_out: heldOut && {
      observations: heldOut.observations,
      log_loss: [...heldOut.logLoss],
      combined_log_loss: heldOut.combinedLogLoss,
    },
  };
  return { simulations, members, weights };
}

/** Adds the position of the workflow to the message and the paths of an error, because a request has several workflows. */
export function withPath<Result>(path: string, plan: () => Result): Result {
  try {
    return plan();
  } catch (error) {
    // A `validation_error` is about a field of the whole request.
    if (!(error instanceof AppError) || (error as AppError).code === 'validation_error') throw error;
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
