import type { IssueList } from '../definition/issue-list.js';
import { checkFactor, type References } from '../definition/references.js';
import type { LinearModel, LinearTerm } from './linear-model.js';

const noVariables: ReadonlySet<string> = new Set();

/**
 * Checks that the parts of a linear model refer only to each other and to existing parts of the definition.
 *
 * @param equationWord word for an equation in messages: `alternative`
 */
export function checkLinear(list: IssueList, model: LinearModel, references: References, equationWord: string): void {
  for (const part of ['variables', 'coefficients', 'terms'] as const) {
    list.unique(
      ['decision', part],
      model[part].map((item) => item.id),
      part.slice(0, -1),
    );
  }
  const coefficients = new Set(model.coefficients.map((coefficient) => coefficient.id));
  const used = new Set([...model.terms.map((term) => term.coefficient), ...model.ancillary]);
  model.coefficients.forEach(({ id }, index) => {
    if (!used.has(id)) list.add(['decision', 'coefficients', index], `no term uses coefficient "${id}"`);
  });
  for (const id of model.ancillary) list.known(['decision'], id, coefficients, 'coefficient');
  checkVariables(list, model, references, equationWord);
  model.terms.forEach((term, index) => {
    list.known(['decision', 'terms', index, 'coefficient'], term.coefficient, coefficients, 'coefficient');
    checkTerm(list, index, term, model, references, equationWord);
  });
}

function checkVariables(list: IssueList, model: LinearModel, references: References, equationWord: string): void {
  const equations = new Set(model.equations);
  model.variables.forEach((variable, index) => {
    for (const [equation, factors] of Object.entries(variable.equations)) {
      const path = ['decision', 'variables', index, `${equationWord}s`, equation];
      list.known(path, equation, equations, equationWord);
      factors.forEach((factor, position) => checkFactor(list, [...path, position], factor, references, noVariables));
    }
  });
}

function checkTerm(
  list: IssueList,
  index: number,
  term: LinearTerm,
  model: LinearModel,
  references: References,
  equationWord: string,
): void {
  const path = ['decision', 'terms', index];
  const equations = new Set(model.equations);
  term.equations.forEach((id, position) =>
    list.known([...path, `${equationWord}s`, position], id, equations, equationWord),
  );
  if (new Set(term.equations).size < term.equations.length)
    list.add([...path, `${equationWord}s`], `names an ${equationWord} twice`);
  const shared = model.variables.filter((variable) => term.equations.every((id) => variable.equations[id]));
  const variables = new Set(shared.map((variable) => variable.id));
  term.factors.forEach((factor, position) =>
    checkFactor(list, [...path, 'factors', position], factor, references, variables),
  );
}
