import type { IssueList } from '../../../definition/issue-list.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

/** Ids of the coefficients that are powers of Box-Cox transforms. */
export function powerCoefficients({ variables }: ConditionalLogit): string[] {
  return [...new Set(variables.flatMap(({ box_cox: own }) => own?.power ?? []))];
}

/** Checks that the powers of Box-Cox transforms are coefficients of their own. Adds issues to the list. */
export function checkBoxCox(list: IssueList, decision: ConditionalLogit): void {
  const { variables, coefficients, classes, terms } = decision;
  const transformed = new Set(variables.filter(({ box_cox: own }) => own).map(({ id }) => id));
  if (transformed.size === 0) return;
  if (classes || coefficients.some(({ taste }) => taste))
    list.add(
      ['decision', 'variables'],
      'a choice with box_cox cannot have random tastes or latent classes: remove box_cox, or the tastes and classes',
    );
  const known = new Set(coefficients.map(({ id }) => id));
  variables.forEach(({ box_cox: own }, index) => {
    const path = ['decision', 'variables', index, 'box_cox', 'power'];
    if (!own || !list.known(path, own.power, known, 'coefficient')) return;
    const { power } = own;
    if (terms.some(({ coefficient }) => coefficient === power))
      list.add(path, `the power "${power}" must not be used in a term`);
    if (coefficients.some(({ id, fixed }) => id === power && fixed))
      list.add(path, `the power "${power}" must not be fixed`);
  });
  terms.forEach(({ factors }, index) => {
    const own = factors.filter((factor) => 'variable' in factor && transformed.has(factor.variable));
    if (own.length > 1) list.add(['decision', 'terms', index, 'factors'], 'can have one variable with box_cox at most');
  });
}
