import type { IssueList, Path } from '../../../definition/issue-list.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

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
