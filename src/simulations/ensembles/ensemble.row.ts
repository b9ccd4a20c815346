import { combineModels, errorDegrees, type CombinedFigure, type ErrorParts } from '../../engine/index.js';
import type { Ensemble, Simulation } from '../../platform/database/generated/client.js';
import type { ColumnNames } from '../../platform/database/sql.js';
import { annotationsOf } from '../annotations.js';
import { readFigures } from '../stored-summary.js';
import { isFinished } from '../simulation.state.js';
import type { FiguresRecord } from '../summary.schema.js';
import type { EnsembleRecord, WeightsRecord } from './ensemble.schema.js';

/** The columns of `ensembles`. The compiler requires one for each field. */
export const ensembleColumns: ColumnNames<Ensemble> = {
  id: 'id',
  organizationId: 'organization_id',
  name: 'name',
  notes: 'notes',
  metadata: 'metadata',
  members: 'members',
  weights: 'weights',
  webhookUrl: 'webhook_url',
  createdAt: 'created_at',
  deletedAt: 'deleted_at',
};
export const ensembleJsonFields = ['metadata', 'members', 'weights'] as const;

/** A stored member of an ensemble. */
export interface Member {
  simulation_id: string;
  workflow_id: string;
  workflow_version: string;
  weight: number;
  outcomes: Record<string, string>;
  /** Degrees of freedom of the covariance of the coefficients. Undefined if unlimited. */
  cluster_degrees?: number | undefined;
}

export type MemberState = Pick<Simulation, 'id' | 'status' | 'completedAt' | 'deletedAt'>;
export type MemberSimulation = MemberState & Pick<Simulation, 'summary'>;

export const membersOf = ({ members }: Pick<Ensemble, 'members'>) => members as unknown as Member[];

/** @param simulations the simulations of the ensemble, also deleted ones, by id */
export function toEnsembleRecord(row: Ensemble, simulations: ReadonlyMap<string, MemberSimulation>): EnsembleRecord {
  const record = toListedEnsemble(row, simulations);
  if (record.status !== 'completed') return record;
  return { ...record, outcomes: combinedOutcomes(membersOf(row), (id) => readFigures(simulations.get(id)!.summary)) };
}

/** The record in lists, without the outcomes: they would need the summaries of all simulations. */
export function toListedEnsemble(row: Ensemble, simulations: ReadonlyMap<string, MemberState>): EnsembleRecord {
  const states = membersOf(row).map(({ simulation_id }) => simulations.get(simulation_id)!);
  const models = membersOf(row).map(({ simulation_id, workflow_id, workflow_version, weight, outcomes }, k) => ({
    ...{ simulation_id, workflow_id, workflow_version, weight, outcomes },
    status: states[k]!.deletedAt ? ('deleted' as const) : states[k]!.status,
  }));
  const status = statusOf(models.map((model) => model.status));
  const ends = states.flatMap(({ completedAt }) => (completedAt ? [completedAt.getTime()] : []));
  return {
    object: 'ensemble',
    id: row.id,
    ...annotationsOf(row),
    status,
    models,
    weights: row.weights as unknown as WeightsRecord,
    outcomes: null,
    webhook_url: row.webhookUrl,
    created_at: row.createdAt.toISOString(),
    completed_at: isFinished(status) ? new Date(Math.max(...ends)).toISOString() : null,
  };
}

function statusOf(statuses: readonly EnsembleRecord['models'][number]['status'][]): EnsembleRecord['status'] {
  if (statuses.every((status) => status === 'queued')) return 'queued';
  if (statuses.some((status) => status === 'queued' || status === 'running')) return 'running';
  if (statuses.some((status) => status === 'failed' || status === 'deleted')) return 'failed';
  return statuses.includes('canceled') ? 'canceled' : 'completed';
}

function combinedOutcomes(
  members: readonly Member[],
  summaryOf: (id: string) => FiguresRecord,
): NonNullable<EnsembleRecord['outcomes']> {
  const summaries = members.map(({ simulation_id }) => summaryOf(simulation_id));
  const models = members.map(({ weight, workflow_id, cluster_degrees }, k) => ({
    ...{ weight, source: workflow_id },
    degrees: errorDegrees(summaries[k]!, cluster_degrees),
  }));
  return Object.keys(members[0]!.outcomes).map((id) => {
    const shares = members.map(({ outcomes }, k) => {
      const { outcomes: single, outcome_groups: groups } = summaries[k]!;
      return [...single, ...groups].find((figure) => figure.id === outcomes[id])!;
    });
    const combine = (side: 'share' | 'difference', valueOf: (k: number) => { value: number; errors: ErrorParts }) =>
      toCombined(
        combineModels(
          models.map((model, k) => ({ ...model, ...valueOf(k) })),
          side,
        ),
      );
    return {
      id,
      share: combine('share', (k) => ({ value: shares[k]!.share, errors: shares[k]!.errors })),
      baseline_share: members.reduce((sum, { weight }, k) => sum + weight * shares[k]!.baseline_share, 0),
      difference: combine('difference', (k) => ({
        value: shares[k]!.difference,
        errors: shares[k]!.difference_errors,
      })),
      models: members.map(({ simulation_id }, k) => {
        const { label, share, interval, errors, baseline_share, ...own } = shares[k]!;
        const { difference, difference_interval, difference_errors } = own;
        return {
          ...{ simulation_id, label, share, errors, baseline_share, difference, difference_errors },
          interval: interval && ([...interval] as [number, number]),
          difference_interval: difference_interval && ([...difference_interval] as [number, number]),
        };
      }),
    };
  });
}

function toCombined({ value, interval, errors, betweenModels, missing }: CombinedFigure) {
  return {
    value,
    interval: interval && ([...interval] as [number, number]),
    errors,
    between_models: betweenModels,
    missing_parts: [...missing],
  };
}
