import { equationShowing, type LinearModel } from '../equations/linear-model.js';
import { placeholders } from '../transcript/template.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Reason } from '../definition/narrative.schema.js';
import type { Parameter } from '../definition/scenario.schema.js';
import type { IssueList, Path } from '../definition/issue-list.js';
import { checkCondition } from '../definition/references.js';
import type { CheckedDefinition } from './check-evidence.js';
import { traitsOf } from '../definition/parameter-types.js';

/** Checks that the texts refer only to existing ids, and that every variable and every parameter has a phrase. */
export function checkNarrative(checked: CheckedDefinition): void {
  const { list, references, model } = checked;
  const { narrative } = checked.definition;
  const attributes = new Set(references.attributes.keys());
  const knownPlaceholders = new Set([
    ...attributes,
    ...[...references.parameters.keys()].map((id) => `parameter.${id}`),
  ]);
  const variables = new Set(model.variables.map((variable) => variable.id));
  for (const [part, known] of [
    ['introduction', attributes],
    ['situation', knownPlaceholders],
  ] as const) {
    narrative[part].forEach(({ when, text }, index) => {
      const path = ['narrative', part, index];
      if (when) checkCondition(list, [...path, 'when'], when, references);
      checkPlaceholders(list, [...path, 'text'], text, known);
    });
  }
  // A variable that no term reads only compares alternatives in a reason.
  const read = new Set(
    model.terms.flatMap(({ factors }) => factors.flatMap((own) => ('variable' in own ? [own.variable] : []))),
  );
  for (const id of variables) {
    if (read.has(id) && !narrative.variables[id])
      list.add(['narrative', 'variables'], `has no phrase for variable "${id}"; add one`);
  }
  for (const id of Object.keys(narrative.variables))
    list.known(['narrative', 'variables', id], id, variables, 'variable');
  for (const [id, { when, ...texts }] of Object.entries(narrative.assignments)) {
    const path = ['narrative', 'assignments', id];
    list.known(path, id, references.assignments, 'assignment');
    if (when) checkCondition(list, [...path, 'when'], when, references);
    for (const [part, text] of Object.entries(texts))
      checkPlaceholders(list, [...path, part], text ?? '', knownPlaceholders);
  }
  checkReasons(checked, knownPlaceholders);
  checkParameterChanges(checked);
}

function checkReasons(
  { list, definition, references, model, family }: CheckedDefinition,
  knownPlaceholders: ReadonlySet<string>,
): void {
  const { reasons } = definition.narrative;
  const terms = new Set(model.terms.map((term) => term.id));
  const variables = new Set(model.variables.map((variable) => variable.id));
  list.unique(
    ['narrative', 'reasons'],
    reasons.map((reason) => reason.id),
    'reason',
  );
  reasons.forEach((reason, index) => {
    const path = ['narrative', 'reasons', index];
    reason.terms.forEach((id, position) => list.known([...path, 'terms', position], id, terms, 'term'));
    if (reason.when) checkCondition(list, [...path, 'when'], reason.when, references);
    if (reason.variable) list.known([...path, 'variable'], reason.variable, variables, 'variable');
    if (family.reasons === 'typical') checkTypicalReason(list, path, reason, knownPlaceholders);
    else checkComparedReason(list, path, reason);
  });
}

const pairPlaceholders = new Set(['chosen', 'other', 'favoured', 'less_favoured', 'it']);
const pairNumberPlaceholders = ['difference', 'chosen_value', 'other_value'];

function checkComparedReason(list: IssueList, path: Path, reason: Reason): void {
  if (reason.variable && !(reason.less && reason.more))
    list.add(path, 'a reason about a variable needs "less" and "more"');
  if (!reason.variable && !reason.text) list.add(path, 'a reason needs "text", or a "variable" with "less" and "more"');
  for (const part of ['text', 'less', 'more', 'absent_chosen', 'absent_other'] as const) {
    const known = part === 'text' ? pairPlaceholders : new Set([...pairPlaceholders, ...pairNumberPlaceholders]);
    if (reason[part]) checkPlaceholders(list, [...path, part], reason[part], known);
  }
}

function checkTypicalReason(list: IssueList, path: Path, reason: Reason, knownPlaceholders: ReadonlySet<string>): void {
  if (!reason.raises && !reason.lowers) list.add(path, 'a reason needs "raises", "lowers" or both');
  const known = reason.variable ? new Set([...knownPlaceholders, 'value']) : knownPlaceholders;
  for (const part of ['raises', 'lowers'] as const) {
    if (reason[part]) checkPlaceholders(list, [...path, part], reason[part], known);
  }
}

function checkParameterChanges({ list, definition, references, model, family }: CheckedDefinition): void {
  const { levers: changes } = definition.narrative;
  for (const id of references.parameters.keys()) {
    if (!changes[id]) list.add(['narrative', 'levers'], `has no phrase for a change of parameter "${id}"; add one`);
  }
  const variables = new Map(model.variables.map((variable) => [variable.id, variable]));
  for (const [id, phrase] of Object.entries(changes)) {
    const path = ['narrative', 'levers', id];
    list.known(path, id, new Set(references.parameters.keys()), 'parameter');
    if (!phrase.variable) continue;
    if (!list.known([...path, 'variable'], phrase.variable, new Set(variables.keys()), 'variable')) continue;
    const variable = variables.get(phrase.variable)!;
    const { equations } = variable;
    const equation = equationShowing(variable, id, phrase.alternative);
    const isKnown = list.known(
      [...path, 'alternative'],
      equation,
      new Set(Object.keys(equations)),
      `${family.equationWord} with this variable`,
    );
    if (isKnown)
      checkProportional(list, [...path, 'variable'], id, references.parameters.get(id), equations[equation]!);
  }
}

/** Checks that the variable that shows a change of a parameter is proportional to the parameter. */
function checkProportional(
  list: IssueList,
  path: Path,
  id: string,
  parameter: Parameter | undefined,
  factors: LinearModel['variables'][number]['equations'][string],
): void {
  const uses = factors.filter((factor) => 'parameter' in factor && factor.parameter === id);
  const [use] = uses;
  const isProportional =
    uses.length === 1 && use && ('transform' in use || 'part' in use)
      ? use.transform === undefined && !use.part
      : uses.length === 1;
  if (parameter && !isProportional)
    list.add(
      path,
      `is not a multiple of "${id}", so it cannot show its change; use a proportional variable or omit it`,
    );
}

function checkPlaceholders(list: IssueList, path: Path, text: string, known: ReadonlySet<string>): void {
  for (const id of placeholders(text)) list.known(path, id, known, 'placeholder');
}

/**
 * Checks that outcome groups contain known outcomes, that ids are unique, that the headline exists, and that parameters belong to outcomes
 * or outcome groups.
 */
export function checkHeadline({ list, definition, outcomes, measures }: CheckedDefinition): void {
  const { outcome_groups: groups = [], headline_outcome: headline, scenario } = definition;
  const outcomeIds = new Set(outcomes.map(({ id }) => id));
  const taken = new Set([...outcomeIds, ...measures.map(({ id }) => id)]);
  groups.forEach(({ id, outcomes: members }, index) => {
    const path = ['outcome_groups', index];
    if (taken.has(id))
      list.add([...path, 'id'], `"${id}" is already the id of an outcome, group or measure; rename it`);
    taken.add(id);
    members.forEach((member, k) => list.known([...path, 'outcomes', k], member, outcomeIds, 'outcome'));
    if (new Set(members).size < members.length) list.add([...path, 'outcomes'], 'names an outcome twice');
    if (members.length >= outcomeIds.size) list.add([...path, 'outcomes'], 'must not contain every outcome');
  });
  if (headline !== undefined) list.known(['headline_outcome'], headline, taken, 'outcome, outcome group or measure');
  const shares = new Set([...outcomeIds, ...groups.map(({ id }) => id)]);
  scenario.parameters.forEach(({ about }, index) => {
    if (about !== undefined)
      list.known(['scenario', 'parameters', index, 'about'], about, shares, 'outcome or outcome group');
  });
}

/** Words that state a cause. docs/analyst/full-spec.md lists them. */
const causalWords =
  /\b(causes?|caused|causing|because of|due to|leads? to|led to|leading to|results? in|resulted in|effects? (?:of|on)|increases|decreases|reduces|improves|makes?(?: \S+){1,4} (?:more|less))\b/i;

/**
 * Rejects causal words in the texts about a parameter that states `randomized: false`: its label, description, options, and the phrase for its
 * change. Parameters without `randomized` are not checked.
 */
export function checkCausalWords(list: IssueList, { scenario, narrative }: WorkflowDefinition): void {
  scenario.parameters.forEach((parameter, index) => {
    if (parameter.randomized !== false) return;
    const { id, label, description } = parameter;
    const path = ['scenario', 'parameters', index];
    const texts: [Path, string | undefined][] = [
      [[...path, 'label'], label],
      [[...path, 'description'], description],
      ...traitsOf(parameter).options.flatMap((option, k): [Path, string][] => [
        [[...path, 'options', k, 'label'], option.label],
        [[...path, 'options', k, 'phrase'], option.phrase],
      ]),
      [['narrative', 'levers', id, 'text'], narrative.levers[id]?.text],
    ];
    for (const [at, text] of texts) {
      const word = text?.match(causalWords)?.[0];
      if (word)
        list.add(
          at,
          `has the causal words "${word}", but the values of "${id}" were not assigned at random; write "is associated with", or set "randomized" to true if they were`,
        );
    }
  });
}
