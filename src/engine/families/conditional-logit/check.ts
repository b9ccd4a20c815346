import { type IssueList } from '../../definition/checks/issue-list.js';
import { checkCondition, checkFactor, type References } from '../../definition/checks/references.js';
import { type ConditionalLogit, type Term } from './schema.js';

const NO_VARIABLES: ReadonlySet<string> = new Set();

/** What the parts of a conditional logit say of each other and of the rest of the definition. */
export function checkConditionalLogit(list: IssueList, decision: ConditionalLogit, references: References): void {
  checkIds(list, decision);
  decision.alternatives.forEach((alternative, index) => {
    const path = ['decision', 'alternatives', index];
    if (!alternative.available_when) return;
    checkCondition(list, [...path, 'available_when'], alternative.available_when, references);
    if (!alternative.unavailable)
      list.add(path, `"${alternative.id}" is not open to everybody, so it needs the sentence "unavailable"`);
  });
  if (decision.alternatives.every((alternative) => alternative.available_when)) {
    list.add(['decision', 'alternatives'], 'one alternative at least must be open to everybody');
  }
  checkVariables(list, decision, references);
  decision.terms.forEach((term, index) => checkTerm(list, index, term, decision, references));
}

function checkIds(list: IssueList, decision: ConditionalLogit): void {
  for (const part of ['alternatives', 'variables', 'coefficients', 'terms'] as const) {
    list.unique(
      ['decision', part],
      decision[part].map((item) => item.id),
      part.slice(0, -1),
    );
  }
  const used = new Set(decision.terms.map((term) => term.coefficient));
  decision.coefficients.forEach((coefficient, index) => {
    if (!used.has(coefficient.id))
      list.add(['decision', 'coefficients', index], `no term uses coefficient "${coefficient.id}"`);
  });
}

function checkVariables(list: IssueList, decision: ConditionalLogit, references: References): void {
  const alternatives = new Set(decision.alternatives.map((alternative) => alternative.id));
  decision.variables.forEach((variable, index) => {
    for (const [alternative, factors] of Object.entries(variable.alternatives)) {
      const path = ['decision', 'variables', index, 'alternatives', alternative];
      list.known(path, alternative, alternatives, 'alternative');
      factors.forEach((factor, position) => checkFactor(list, [...path, position], factor, references, NO_VARIABLES));
    }
  });
}

function checkTerm(
  list: IssueList,
  index: number,
  term: Term,
  decision: ConditionalLogit,
  references: References,
): void {
  const path = ['decision', 'terms', index];
  const alternatives = new Set(decision.alternatives.map((alternative) => alternative.id));
  const coefficients = new Set(decision.coefficients.map((coefficient) => coefficient.id));
  list.known([...path, 'coefficient'], term.coefficient, coefficients, 'coefficient');
  term.alternatives.forEach((id, position) =>
    list.known([...path, 'alternatives', position], id, alternatives, 'alternative'),
  );
  if (new Set(term.alternatives).size < term.alternatives.length)
    list.add([...path, 'alternatives'], 'names an alternative twice');
  const shared = decision.variables.filter((variable) => term.alternatives.every((id) => variable.alternatives[id]));
  const variables = new Set(shared.map((variable) => variable.id));
  term.factors.forEach((factor, position) =>
    checkFactor(list, [...path, 'factors', position], factor, references, variables),
  );
}
