import type { IssueList, Path } from '../../definition/issue-list.js';
import { checkCondition, type References } from '../../definition/references.js';
import { hasCategories } from '../../definition/population.schema.js';
import type { Alternative, ConditionalLogit } from './conditional-logit.schema.js';
import { checkBoxCox } from './box-cox/check-box-cox.js';
import { checkPeriods } from './periods/check-periods.js';
import { checkScales } from './scales/scales.js';
import { checkTastes } from './tastes/check-tastes.js';

/** Checks that the alternatives are consistent with each other and with the attributes. Adds issues to the list. */
export function checkConditionalLogit(list: IssueList, decision: ConditionalLogit, references: References): void {
  list.unique(
    ['decision', 'alternatives'],
    decision.alternatives.map(({ id }) => id),
    'alternative',
  );
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

/** Checks that nests are consistent with the alternatives and coefficients. Adds issues to the list. */
export function checkNests(list: IssueList, decision: ConditionalLogit): void {
  const { alternatives, coefficients, classes, nests = [], divided = [], terms } = decision;
  if (nests.length === 0 && divided.length === 0) return;
  const root = ['decision', 'nests'];
  if (classes || coefficients.some(({ taste }) => taste))
    list.add(
      root,
      'a choice with nests cannot have random tastes or latent classes: remove the nests, or the tastes and classes',
    );
  list.unique(
    root,
    nests.map(({ id }) => id),
    'nest',
  );

  const inTerms = new Set(terms.map(({ coefficient }) => coefficient));
  const checkParameter = (
    path: Path,
    id: string,
    role: string,
    isInRange: (value: number) => boolean,
    range: string,
  ) => {
    const found = coefficients.find((coefficient) => coefficient.id === id);
    if (!list.known(path, id, new Set(coefficients.map((one) => one.id)), 'coefficient') || !found) return;
    if (inTerms.has(id)) list.add(path, `${role} "${id}" must not be used in a term`);
    if (found.fixed) list.add(path, `${role} "${id}" must not be fixed`);
    if (!isInRange(found.estimate))
      list.add(path, `${role} "${id}" must be ${range}; its estimate is ${found.estimate}`);
  };
  const known = new Set(alternatives.map(({ id }) => id));
  nests.forEach(({ dissimilarity, alternatives: members }, index) => {
    const path = [...root, index];
    const isInRange = (value: number) => value > 0 && value <= 1;
    checkParameter([...path, 'dissimilarity'], dissimilarity, 'the dissimilarity', isInRange, 'above 0 and at most 1');
    list.unique([...path, 'alternatives'], members, 'alternative');
    members.forEach((id, k) => list.known([...path, 'alternatives', k], id, known, 'alternative'));
  });
  divided.forEach(({ alternative, nests: own, share }, index) => {
    const path = ['decision', 'divided', index];
    checkParameter([...path, 'share'], share, 'the share', (value) => value > 0 && value < 1, 'between 0 and 1');
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
