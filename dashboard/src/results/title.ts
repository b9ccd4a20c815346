import type { Simulation } from './figure';

/** What people call a simulation: its name, else its question, else its workflow. */
export function titleOf(
  { name, routed_via, workflow_id }: Pick<Simulation, 'name' | 'routed_via' | 'workflow_id'>,
  workflowName?: string,
): string {
  return name ?? routed_via?.question ?? workflowName ?? workflow_id;
}
