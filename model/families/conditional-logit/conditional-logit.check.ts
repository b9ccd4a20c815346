import type { IssueList, Path } from '../../definition/issue-list.js';
import { checkCondition, type References } from '../../definition/references.js';
import { hasCategories } from '../../definition/population.schema.js';
import type { Alternative, ConditionalLogit } from './conditional-logit.schema.js';
import { checkPeriods } from './periods/check-periods.js';
import { checkTastes } from './tastes/check-tastes.js';

/** Checks that the alternatives are consistent with each other and with the attributes. Adds issues to the list. */
export function checkConditionalLogit(list: IssueList, decision: ConditionalLogit, references: References): void {
  list.unique(['decision', 'alternatives'], decision.alternatives, 'alternative');
  decision.alternatives.forEach((alternative, index) => {
    const path = ['decision', 'alternatives', index];
    if (!alternative.available_when) return;
    checkCondition(list, [...path, 'available_when'], alternative.available_when, references);
    if (!alternative.unavailable)
      list.add(path, `"${alternative.id}" is not available to every agent, so it needs the sentence "unavailable"`);
  });
  for (const side of ['scenario', 'baseline'] as const) {
    const offered = decision.alternatives.filter(({ offered_in: offeredIn = side }) => offeredIn === side);
    if (isAvailableToAll(offered, references)) continue;
    list.add(
      ['decision', 'alternatives'],
      'some agents may have no alternative: make one available to every agent, or cover each category of one attribute',
    );
    break;
  }
  checkTastes(list, decision, references);
  checkNests(list, decision);
  checkScales(list, decision, references);
  checkBoxCox(list, decision);
  checkPeriods(list, decision, references);
}

/** Whether one alternative is available to every agent, or the conditions on one attribute cover all of its categories. */
function isAvailableToAll(alternatives: readonly Alternative[], { attributes }: References): boolean {
  const conditions = alternatives.map(({ available_when: condition }) => condition);
  return conditions.some((condition) => {
    if (!condition) return true;
    const attribute = attributes.get(condition.attribute);
    if (!attribute || !hasCategories(attribute)) return true;
    const covered = new Set(conditions.flatMap((other) => (other?.attribute === attribute.id ? other.in : [])));
    return attribute.categories.every(({ id }) => covered.has(id));
  });
}

/** Adds an issue if agents can have own coefficients. @param part part of the decision that excludes them: `the nests` */
function requireSameCoefficients(
  list: IssueList,
  { classes, coefficients }: ConditionalLogit,
  path: Path,
  part: string,
) {
  if (!classes && !coefficients.some(({ taste }) => taste)) return;
  const choice = `a choice with ${part.replace('the ', '')} cannot have random tastes or latent classes`;
  list.add(path, `${choice}: remove ${part}, or the tastes and classes`);
}

/** Checks a coefficient that no term uses, such as the dissimilarity of a nest. */
function checkParameter(
  list: IssueList,
  { coefficients, terms }: ConditionalLogit,
  path: Path,
  id: string,
  role: string,
  range?: { readonly contains: (value: number) => boolean; readonly text: string },
): void {
  const found = coefficients.find((coefficient) => coefficient.id === id);
  if (!list.known(path, id, new Set(coefficients.map((one) => one.id)), 'coefficient') || !found) return;
  if (terms.some(({ coefficient }) => coefficient === id)) list.add(path, `${role} "${id}" must not be used in a term`);
  if (found.fixed) list.add(path, `${role} "${id}" must not be fixed`);
  if (range && !range.contains(found.estimate))
    list.add(path, `${role} "${id}" must be ${range.text}; its estimate is ${found.estimate}`);
}

const dissimilarityRange = { contains: (value: number) => value > 0 && value <= 1, text: 'above 0 and at most 1' };
const shareRange = { contains: (value: number) => value > 0 && value < 1, text: 'between 0 and 1' };
const scaleRange = { contains: (value: number) => value > 0, text: 'above 0' };

/** Checks that nests are consistent with the alternatives and coefficients. */
function checkNests(list: IssueList, decision: ConditionalLogit): void {
  const { alternatives, nests = [], divided = [] } = decision;
  if (nests.length === 0 && divided.length === 0) return;
  const root = ['decision', 'nests'];
  requireSameCoefficients(list, decision, root, 'the nests');
  list.unique(root, nests, 'nest');
  const known = new Set(alternatives.map(({ id }) => id));
  nests.forEach(({ dissimilarity, alternatives: members }, index) => {
    const path = [...root, index];
    checkParameter(list, decision, [...path, 'dissimilarity'], dissimilarity, 'the dissimilarity', dissimilarityRange);
    list.unique([...path, 'alternatives'], members, 'alternative');
    members.forEach((id, k) => list.known([...path, 'alternatives', k], id, known, 'alternative'));
  });
  divided.forEach(({ alternative, nests: own, share }, index) => {
    const path = ['decision', 'divided', index];
    checkParameter(list, decision, [...path, 'share'], share, 'the share', shareRange);
    own.forEach((id, k) => {
      const nest = nests.find((one) => one.id === id);
      if (!list.known([...path, 'nests', k], id, new Set(nests.map((one) => one.id)), 'nest') || !nest) return;
      if (!nest.alternatives.includes(alternative))
        list.add([...path, 'nests', k], `the nest "${id}" does not contain "${alternative}"`);
    });
    if (own[0] === own[1]) list.add([...path, 'nests'], 'must name two nests');
  });
  list.unique(
    ['decision', 'divided'],
    divided.map(({ alternative }) => alternative),
    'alternative',
  );
  for (const id of known) {
    const count = nests.filter(({ alternatives: members }) => members.includes(id)).length;
    const isDivided = divided.some(({ alternative }) => alternative === id);
    if (count > 2 || (count === 2) !== isDivided)
      list.add(root, `"${id}" is in ${count} nests: an alternative is in one nest, or in two and in "divided"`);
  }
}

/** Checks that each agent has at most one scale. */
function checkScales(list: IssueList, decision: ConditionalLogit, references: References): void {
  const { scales = [] } = decision;
  if (scales.length === 0) return;
  const root = ['decision', 'scales'];
  requireSameCoefficients(list, decision, root, 'the scales');
  const withScale = new Set<string>();
  scales.forEach(({ coefficient, agents }, index) => {
    const path = [...root, index];
    checkCondition(list, [...path, 'agents'], agents, references);
    if (agents.attribute !== scales[0]!.agents.attribute)
      list.add([...path, 'agents', 'attribute'], `must be "${scales[0]!.agents.attribute}", as in the first scale`);
    for (const category of agents.in) {
      if (withScale.has(category)) list.add([...path, 'agents', 'in'], `agents of "${category}" have another scale`);
      withScale.add(category);
    }
    checkParameter(list, decision, [...path, 'coefficient'], coefficient, 'the scale', scaleRange);
  });
}

/** Checks that the powers of Box-Cox transforms are coefficients of their own. */
function checkBoxCox(list: IssueList, decision: ConditionalLogit): void {
  const { variables, terms } = decision;
  const transformed = new Set(variables.filter(({ box_cox: own }) => own).map(({ id }) => id));
  if (transformed.size === 0) return;
  requireSameCoefficients(list, decision, ['decision', 'variables'], 'box_cox');
  variables.forEach(({ box_cox: own }, index) => {
    const path = ['decision', 'variables', index, 'box_cox', 'power'];
    if (own) checkParameter(list, decision, path, own.power, 'the power');
  });
  terms.forEach(({ factors }, index) => {
    const own = factors.filter((factor) => 'variable' in factor && transformed.has(factor.variable));
    if (own.length > 1) list.add(['decision', 'terms', index, 'factors'], 'can have one variable with box_cox at most');
  });
}
