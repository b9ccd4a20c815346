import type { CaseStudy } from '../results/figure';
import { changePhrase } from '../results/headline';
import { listed } from '../workflow/labels';
import { namesOf, parameterLabel, titleOf } from './goal-words';
import type { Run } from './run';

/** Title of a run: its name, else its question, its goal or the changed parameters, else its workflow. */
export function titleOfRun(run: Run, workflow: CaseStudy | undefined): string {
  const names = namesOf(workflow);
  if (run.name !== null) return run.name;
  if (run.object === 'goal') return titleOf(run, names);
  if (run.object === 'sweep') return run.parameters.map(({ name }) => parameterLabel(names, name)).join(' and ');
  if (run.object === 'survey' || run.object === 'bias_report') return run.question;
  const model = workflow?.name ?? run.workflow_id;
  if (run.object !== 'simulation') return model;
  if (run.routed_via) return run.routed_via.question;
  const { products = [] } = run.adjustments?.alternatives ?? {};
  if (products.length > 0) return `${model}: ${listed(products.map(({ label }) => label))}`;
  return workflow ? `${model}: ${changePhrase(workflow, run.scenario_context)}` : model;
}
