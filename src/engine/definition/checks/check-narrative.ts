import { type WorkflowDefinition } from '../definition.schema.js';
import { type IssueList } from './issue-list.js';
import { checkCondition, type References } from './references.js';

/** The sentences may only speak of what exists, and every lever must be told. */
export function checkNarrative(list: IssueList, definition: WorkflowDefinition, references: References): void {
  const { narrative, decision } = definition;
  const attributes = new Set(references.attributes.keys());
  const variables = new Set(decision.variables.map((variable) => variable.id));
  narrative.introduction.forEach(({ when, text }, index) => {
    const path = ['narrative', 'introduction', index];
    if (when) checkCondition(list, [...path, 'when'], when, references);
    for (const id of placeholders(text)) list.known([...path, 'text'], id, attributes, 'attribute');
  });
  for (const id of variables) {
    if (!narrative.variables[id]) list.add(['narrative', 'variables'], `does not say how variable "${id}" is told`);
  }
  for (const id of Object.keys(narrative.variables))
    list.known(['narrative', 'variables', id], id, variables, 'variable');
  for (const id of Object.keys(narrative.assignments)) {
    list.known(['narrative', 'assignments', id], id, references.assignments, 'assignment');
  }
  checkReasons(list, definition, variables);
  checkLevers(list, definition, references, variables);
}

function checkReasons(
  list: IssueList,
  { narrative, decision }: WorkflowDefinition,
  variables: ReadonlySet<string>,
): void {
  const terms = new Set(decision.terms.map((term) => term.id));
  list.unique(
    ['narrative', 'reasons'],
    narrative.reasons.map((reason) => reason.id),
    'reason',
  );
  narrative.reasons.forEach((reason, index) => {
    const path = ['narrative', 'reasons', index];
    reason.terms.forEach((id, position) => list.known([...path, 'terms', position], id, terms, 'term'));
    if (reason.variable) list.known([...path, 'variable'], reason.variable, variables, 'variable');
    if (reason.variable && !(reason.less && reason.more))
      list.add(path, 'a reason about a variable needs "less" and "more"');
    if (!reason.variable && !reason.text)
      list.add(path, 'a reason needs "text", or a "variable" with "less" and "more"');
  });
}

function checkLevers(
  list: IssueList,
  { narrative, decision }: WorkflowDefinition,
  references: References,
  variables: ReadonlySet<string>,
): void {
  for (const id of references.parameters) {
    if (!narrative.levers[id]) list.add(['narrative', 'levers'], `does not say how a change of "${id}" is told`);
  }
  for (const [id, lever] of Object.entries(narrative.levers)) {
    const path = ['narrative', 'levers', id];
    list.known(path, id, references.parameters, 'parameter');
    if (!lever.variable) continue;
    if (!list.known([...path, 'variable'], lever.variable, variables, 'variable')) continue;
    const having = decision.variables.find((variable) => variable.id === lever.variable)?.alternatives ?? {};
    list.known(
      [...path, 'alternative'],
      lever.alternative ?? '',
      new Set(Object.keys(having)),
      'alternative with this variable',
    );
  }
}

/** The names in braces of a sentence. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
}
