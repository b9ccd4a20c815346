import type { IssueList } from '../../../definition/issue-list.js';
import { checkCondition, type References } from '../../../definition/references.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

/** Checks that each agent has at most one scale, and that scales are positive. Adds issues to the list. */
export function checkScales(list: IssueList, decision: ConditionalLogit, references: References): void {
  const { scales = [], coefficients, classes, terms } = decision;
  if (scales.length === 0) return;
  const root = ['decision', 'scales'];
  if (classes || coefficients.some(({ taste }) => taste))
    list.add(
      root,
      'a choice with scales cannot have random tastes or latent classes: remove the scales, or the tastes and classes',
    );
  const known = new Set(coefficients.map(({ id }) => id));
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
    const found = coefficients.find(({ id }) => id === coefficient);
    if (!list.known([...path, 'coefficient'], coefficient, known, 'coefficient') || !found) return;
    if (terms.some((term) => term.coefficient === coefficient))
      list.add([...path, 'coefficient'], `the scale "${coefficient}" must not be used in a term`);
    if (found.fixed) list.add([...path, 'coefficient'], `the scale "${coefficient}" must not be fixed`);
    if (found.estimate <= 0)
      list.add(
        [...path, 'coefficient'],
        `the scale "${coefficient}" must be above 0; its estimate is ${found.estimate}`,
      );
  });
}
