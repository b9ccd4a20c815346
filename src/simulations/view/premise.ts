import { baselineScenario, periodsOf, type Parameter, type WorkflowDefinition } from '../../../model/definition.js';
import { changeText, scenarioText, scenarioTexts } from '../result-words.js';
import { capitalized, listOf } from './format-numbers.js';
import { changedParameters, outsideSuffix, type Reference } from './scenario-changes.js';
import type { ViewInput } from './view-input.js';

/**
 * What a result depends on, in words: the changed parameters and their periods, the groups of the question, and its words without effect. Of a
 * comparison, what both simulations share; empty if they share nothing.
 */
export function premiseOf(input: ViewInput, reference: Reference | null): string {
  const { definition, scenario, routedVia, compared, askedGroups } = input;
  const { from, until } = periodsOf(definition) ?? {};
  const changed = compared ? sharedChanges(input) : changedParameters(input, reference);
  const changes = changed.filter(({ id }) => id !== from && id !== until);
  const texts = scenarioTexts(
    changes.map((one) => ({
      id: one.id,
      value: scenario[one.id],
      text: `${changeText(one, scenario[one.id])}${outsideSuffix(one, scenario[one.id])}`,
    })),
    routedVia,
  );
  const period = changed.length > changes.length && changes.length > 0 ? [periodText(input)] : [];
  const limits = [...(compared ? [] : editTexts(definition)), ...period, ...(askedGroups?.labels ?? [])];
  // Alternatives can be edited without a parameter.
  if (reference && changes.length === 0) return capitalized([...limits, ...texts.unused].join(', '));
  return scenarioText({ ...texts, limits });
}

/** The parameters that differ from the baseline, and have the same value in both simulations. */
function sharedChanges({ definition, scenario, compared }: ViewInput): Parameter[] {
  const baseline = baselineScenario(definition);
  return definition.scenario.parameters.filter(
    ({ id }) => scenario[id] !== baseline[id] && scenario[id] === compared?.scenario[id],
  );
}

/** The alternatives that the scenario offers or leaves out: `Bolt 12 and Acme 9 in place of 1, 2 and 3`. */
function editTexts({ decision }: WorkflowDefinition): string[] {
  if (decision.family !== 'conditional_logit') return [];
  const labels = (side: string) =>
    listOf(decision.alternatives.filter(({ offered_in: own }) => own === side).map(({ label }) => label));
  const [added, removed] = [labels('scenario'), labels('baseline')];
  if (added && removed) return [`${added} in place of ${removed}`];
  if (added) return [`with ${added}`];
  return removed ? [`without ${removed}`] : [];
}

/** When the changes apply: `in purchases 1 to 2`. */
function periodText({ definition, scenario }: ViewInput): string {
  const { unit, number, from, until } = periodsOf(definition)!;
  const first = from === undefined ? 1 : Number(scenario[from]);
  const last = until === undefined ? number : Number(scenario[until]);
  return first === last ? `in ${unit.replace(/s$/, '')} ${first}` : `in ${unit} ${first} to ${last}`;
}
