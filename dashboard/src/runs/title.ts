import { changePhrase } from '../results/headline';
import { inWords, labeledPart, listed } from '../workflow/labels';
import type { Run } from './run';
import { formatNumber, formatPercent } from '../format/format';
import { type Parameter, parametersOf, settingText } from '../parameter-form/parameters';
import type { components } from '../api/client';
import type { CaseStudy } from '../workflow/use-workflow';

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

type Goal = components['schemas']['Goal'];
/** What an objective or a constraint is about. */
type Quantity = Pick<Goal['objective'], 'share' | 'measure' | 'values'>;

/** Labels and units of a workflow. Ids until the workflow is loaded. */
export interface Names {
  parameter: (id: string) => Parameter | undefined;
  label: (id: string) => string;
  unit: (id: string) => string;
}

export function namesOf(workflow: CaseStudy | undefined): Names {
  const parameters = workflow ? parametersOf(workflow) : [];
  const partOf = (id: string) => workflow && labeledPart(workflow, id);
  return {
    parameter: (id) => parameters.find((one) => one.id === id),
    label: (id) => partOf(id)?.label ?? inWords(id),
    unit: (id) => partOf(id)?.unit ?? '',
  };
}

export const parameterLabel = (names: Names, id: string): string => names.parameter(id)?.label ?? inWords(id);

/** Values of a search have more digits than are precise. */
const rounded = (value: number) => Number(value.toPrecision(4));

/** A value of a parameter in words, like “20% lower”. */
export function parameterValue(names: Names, id: string, value: number | string): string {
  const parameter = names.parameter(id);
  const shown = typeof value === 'number' ? rounded(value) : value;
  return parameter ? settingText(parameter, shown) : String(shown);
}

/** A quantity in words, like “share of “Train””. */
function quantityText(names: Names, { share, measure, values = {} }: Quantity): string {
  if (share !== undefined) return `share of “${names.label(share)}”`;
  if (measure !== undefined) return `mean of “${names.label(measure)}”`;
  const parts = Object.entries(values).map(([id, value]) => `${names.label(id)}: ${valueText(names, value)}`);
  return `value per agent (${parts.join(', ')})`;
}

function valueText(names: Names, value: NonNullable<Quantity['values']>[string]): string {
  if (typeof value !== 'object') return String(value);
  const { name, factor = 1, constant = 0 } = value;
  const product = `${factor === 1 ? '' : `${formatNumber(factor)} × `}${parameterLabel(names, name)}`;
  return constant === 0 ? product : `${product} ${constant < 0 ? '−' : '+'} ${formatNumber(Math.abs(constant))}`;
}

/** `share` for quantities from 0 to 1, which are written as percentages. */
function unitOf(names: Names, { share, measure }: Quantity): string {
  if (share !== undefined) return 'share';
  return measure === undefined ? '' : names.unit(measure);
}

function requestedValue(unit: string, value: number): string {
  return unit === 'share' ? formatPercent(value) : `${formatNumber(value)} ${unit}`.trim();
}

/** What the goal searches for, like “Swissmetro fare at which the share of “Swissmetro” is 70%”. */
export function titleOf(goal: Pick<Goal, 'name' | 'parameters' | 'objective'>, names: Names): string {
  if (goal.name !== null) return goal.name;
  const { objective } = goal;
  const labels = listed(goal.parameters.map(({ name }) => parameterLabel(names, name)));
  const quantity = quantityText(names, objective);
  if (objective.goal !== 'reach')
    return `${labels} with the ${objective.goal === 'maximize' ? 'greatest' : 'smallest'} ${quantity}`;
  return `${labels} at which the ${quantity} is ${requestedValue(unitOf(names, objective), objective.target)}`;
}
