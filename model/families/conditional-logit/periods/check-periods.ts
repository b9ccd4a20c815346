import { hasCategories } from '../../../definition/population.schema.js';
import { isChoice } from '../../../definition/parameter-types.js';
import type { References } from '../../../definition/references.js';
import type { Parameter } from '../../../definition/scenario.schema.js';
import type { IssueList } from '../../../definition/issue-list.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

// The memory of an agent grows with the derivatives of all shares, and of all changes from one alternative to another.
const mostAlternatives = 20;
const mostShares = 400;

/**
 * Checks that the last choice can be any alternative, that the first and last changed period are whole numbers in the periods, and that values
 * by period belong to parameters that stand for each other.
 */
export function checkPeriods(list: IssueList, decision: ConditionalLogit, references: References): void {
  const { periods, alternatives, scales = [] } = decision;
  if (!periods) return;
  const root = ['decision', 'periods'];
  if (alternatives.length > mostAlternatives)
    list.add(root, `a choice with periods can have ${mostAlternatives} alternatives; it has ${alternatives.length}`);
  else if (alternatives.length * periods.number > mostShares)
    list.add(
      [...root, 'number'],
      `is ${periods.number}, but with ${alternatives.length} alternatives there can be ${Math.floor(mostShares / alternatives.length)} periods`,
    );
  if (scales.some(({ agents }) => agents.attribute === periods.last_choice))
    list.add(
      ['decision', 'scales'],
      `must not depend on "${periods.last_choice}", because random errors are the same after every choice`,
    );
  const path = [...root, 'last_choice'];
  const attribute = references.attributes.get(periods.last_choice);
  if (!attribute) list.known(path, periods.last_choice, new Set(references.attributes.keys()), 'attribute');
  else if (!hasCategories(attribute)) list.add(path, `"${attribute.id}" has no categories`);
  else {
    const known = new Set(attribute.categories.map(({ id }) => id));
    for (const { id } of alternatives)
      if (!known.has(id))
        list.add(path, `"${attribute.id}" needs a category "${id}", as each alternative can be the last choice`);
  }
  for (const end of ['from', 'until'] as const) {
    const id = periods[end];
    if (id === undefined) continue;
    const parameter = references.parameters.get(id);
    if (!parameter) list.known([...root, end], id, new Set(references.parameters.keys()), 'parameter');
    else if (parameter.type !== 'integer') list.add([...root, end], `"${id}" must be an integer parameter`);
    else if (parameter.minimum < 1 || parameter.maximum > periods.number)
      list.add(
        [...root, end],
        `"${id}" can be from ${parameter.minimum} to ${parameter.maximum}, but the periods are 1 to ${periods.number}`,
      );
  }
  checkOwnValues(list, decision, references);
}

function parametersIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) =>
    key === 'parameter' && typeof one === 'string' ? [one] : parametersIn(one),
  );
}

/** What two parameters must share, so that a value of one can be that of the other. */
function limitsOf(parameter: Parameter): string {
  const { type, default: start } = parameter;
  if (isChoice(parameter)) return JSON.stringify([type, start, parameter.options.map(({ id, value }) => [id, value])]);
  return JSON.stringify([type, start, parameter.minimum, parameter.maximum]);
}

function checkOwnValues(
  list: IssueList,
  { periods, terms, variables }: ConditionalLogit,
  references: References,
): void {
  const own = periods?.by_period ?? [];
  const read = new Set(parametersIn([terms, variables]));
  const places = new Set<string>();
  const values = new Set<string>();
  own.forEach(({ parameter, period, value }, k) => {
    const path = ['decision', 'periods', 'by_period', k];
    const [general, inPeriod] = [parameter, value].map((id) => references.parameters.get(id));
    const known = new Set(references.parameters.keys());
    if (!general) list.known([...path, 'parameter'], parameter, known, 'parameter');
    if (!inPeriod) list.known([...path, 'value'], value, known, 'parameter');
    if (!general || !inPeriod) return;
    if (period > periods!.number)
      list.add([...path, 'period'], `is ${period}, but the periods are 1 to ${periods!.number}`);
    if (!read.has(parameter))
      list.add(
        [...path, 'parameter'],
        `no term reads "${parameter}", so that it can have no values by period; "from" and "until" limit the shares of assignments to some periods`,
      );
    if (read.has(value) || value === periods!.from || value === periods!.until)
      list.add([...path, 'value'], `"${value}" must have no other use`);
    if (values.has(value)) list.add([...path, 'value'], `"${value}" is already the value in another period`);
    if (places.has(`${parameter} ${period}`)) list.add(path, `"${parameter}" already has a value in period ${period}`);
    if (limitsOf(general) !== limitsOf(inPeriod))
      list.add(
        [...path, 'value'],
        `"${value}" needs the type, the default and the limits or options of "${parameter}"`,
      );
    values.add(value);
    places.add(`${parameter} ${period}`);
  });
}
