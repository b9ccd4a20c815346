import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Factor } from '../definition/product.schema.js';
import { familyOf } from '../families/family-of.js';
import { expandFactors } from '../equations/linear-model.js';

/**
 * Returns the id of the outcome or outcome group that parameters belong to: the share that a change of them is about. A parameter belongs to
 * its `about`, or else to the only alternative or the exact outcome group whose utilities it affects. Parameters of different outcomes belong
 * to the smallest group that contains all of them. Returns undefined if there is no such share: always for models without alternatives.
 *
 * @param ids ids of parameters of the definition; unknown ids belong to no share
 */
export function shareOfParameters(definition: WorkflowDefinition, ids: readonly string[]): string | undefined {
  const own = ids.map((id) => shareOfParameter(definition, id));
  const [first] = own;
  if (first === undefined || own.includes(undefined)) return undefined;
  if (own.every((id) => id === first)) return first;
  const { outcome_groups: groups = [] } = definition;
  const members = own.flatMap((id) => groups.find((group) => group.id === id)?.outcomes ?? [id!]);
  const containing = groups.filter(({ outcomes }) => members.every((id) => outcomes.includes(id)));
  return containing.sort((a, b) => a.outcomes.length - b.outcomes.length)[0]?.id;
}

function shareOfParameter({ decision, scenario, outcome_groups: groups = [] }: WorkflowDefinition, id: string) {
  const parameter = scenario.parameters.find((one) => one.id === id);
  if (!parameter || parameter.about !== undefined) return parameter?.about;
  if (decision.family !== 'conditional_logit') return undefined;
  const model = familyOf(decision).linear(decision);
  const assignments = new Set(scenario.assignments.filter(({ share }) => share === id).map((one) => one.id));
  const isUsed = (factor: Factor) =>
    ('parameter' in factor && factor.parameter === id) ||
    ('assignment' in factor && assignments.has(factor.assignment)) ||
    ('indicator' in factor && 'parameter' in factor.indicator && factor.indicator.parameter === id);
  const affected = model.equations.filter((equation) =>
    model.terms.some((term) => term.equations.includes(equation) && expandFactors(model, term, equation).some(isUsed)),
  );
  if (affected.length === 1) return affected[0];
  return groups.find(
    (group) => group.outcomes.length === affected.length && affected.every((one) => group.outcomes.includes(one)),
  )?.id;
}
