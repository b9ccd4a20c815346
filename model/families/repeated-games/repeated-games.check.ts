import type { IssueList } from '../../definition/issue-list.js';
import { numericParameterOf, type References } from '../../definition/references.js';
import { isTimeVarying } from '../../equations/compile-equations.js';
import { placeholders } from '../../transcript/template.js';
import type { RepeatedGames } from './repeated-games.schema.js';

/** Checks that a repeated game is consistent in itself and with the parameters of the definition. Adds issues to the list. */
export function checkGames(list: IssueList, decision: RepeatedGames, references: References): void {
  list.unique(
    ['decision', 'outcomes'],
    decision.outcomes.map(({ id }) => id),
    'outcome',
  );
  for (const part of ['reward', 'continuation'] as const) {
    const id = decision[part];
    const path = ['decision', part];
    const message = `parameter "${id}" is a choice parameter, but must be a number`;
    const parameter = numericParameterOf(list, path, id, references, message);
    if (part === 'continuation' && parameter && (parameter.minimum < 0 || parameter.maximum >= 1))
      list.add(
        path,
        `"${id}" is used as a probability, so its bounds must be at least 0 and below 1; otherwise a match has no end`,
      );
  }
  decision.terms.forEach(({ equation, factors }, index) => {
    if (factors.some(isTimeVarying) && equation === 'first_round')
      list.add(['decision', 'terms', index], 'reads a state of the run, but the first round has no earlier actions');
  });
  const { story } = decision;
  const allowed = { end: ['rounds', 'cooperative', 'payoff'], end_at_once: ['payoff'] };
  for (const part of ['end', 'end_at_once'] as const) {
    for (const name of placeholders(story[part]))
      list.known(['decision', 'story', part], name, new Set(allowed[part]), 'placeholder');
  }
}
