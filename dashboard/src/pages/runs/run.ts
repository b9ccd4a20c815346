import type { components } from '../../api/generated/schema';

type Schemas = components['schemas'];
export type Run = Schemas['Simulation'] | Schemas['Sweep'] | Schemas['Goal'] | Schemas['Sensitivity'];
export type RunKind = Run['object'];

/** Names and pages of the kinds of runs. A sensitivity analysis has a report, but no page. */
export const kinds: Record<RunKind, { singular: string; plural: string; pathOf?: (id: string) => string }> = {
  simulation: { singular: 'Simulation', plural: 'Simulations', pathOf: (id) => `/simulations/${id}` },
  sweep: { singular: 'Parameter sweep', plural: 'Parameter sweeps', pathOf: (id) => `/sweeps/${id}` },
  goal: { singular: 'Goal', plural: 'Goals', pathOf: (id) => `/goals/${id}` },
  sensitivity: { singular: 'Sensitivity analysis', plural: 'Sensitivity analyses' },
};

export const modelKey = ({ workflow_id, workflow_version }: Pick<Run, 'workflow_id' | 'workflow_version'>) =>
  `${workflow_id} ${workflow_version}`;
