import { type Issue, IssueList, type WorkflowDefinition, type Decision } from '../../definition.js';
import { hasMarketProcess } from '../../families/diffusion/diffusion.schema.js';
import { familyOf } from '../../families/family-of.js';
import { fitOf } from '../../fitting/fit-of.js';
import type { Cell } from './cell.schema.js';
import { hasOwnMargin, recordsOf, recordOf } from './fill-draft.js';
import type { DraftDefinition, RecipeData } from './recipe.schema.js';
import { expandFactors } from '../../equations/linear-model.js';

/** States that an expansion computes, so that no column needs to supply them. */
function statesOfExpansion({ expand }: RecipeData): readonly string[] {
  if (!expand) return [];
  return 'durations' in expand ? ['period'] : ['period', 'exposure', 'group_share'];
}

/**
 * Checks that every column supplies something of the definition, and that columns supply everything that terms and
 * margins need.
 */
export function checkColumns(draft: DraftDefinition, definition: WorkflowDefinition, data: RecipeData): Issue[] {
  const list = new IssueList();
  const { columns } = data;
  const family = familyOf(definition.decision);
  const known = {
    attribute: new Set(definition.population.attributes.map(({ id }) => id)),
    parameter: new Set(definition.scenario.parameters.map(({ id }) => id)),
    assignment: new Set(definition.scenario.assignments.map(({ id }) => id)),
    state: new Set(family.states),
  };
  for (const [name, cell] of Object.entries(columns)) {
    const path = ['data', 'columns', name];
    const [kind = '', id = ''] = name.split('.');
    if (kind in known) list.known(path, id, known[kind as keyof typeof known], kind);
    checkCell(list, path, cell);
  }
  for (const attribute of recordsOf(recordOf(draft.population).attributes)) {
    const id = String(attribute.id);
    if (!hasOwnMargin(attribute) && !(`attribute.${id}` in columns))
      list.add(
        ['data', 'columns'],
        `attribute.${id} is required because the definition has no margin for the attribute`,
      );
  }
  for (const name of requiredColumnsOf(definition.decision)) {
    const given = name.startsWith('state.') && statesOfExpansion(data).includes(name.slice('state.'.length));
    if (!(name in columns) && !given)
      list.add(['data', 'columns'], `the decision requires ${name}: add a column for it`);
  }
  if (data.weight !== undefined && definition.decision.family === 'diffusion' && hasMarketProcess(definition.decision))
    list.add(['data', 'weight'], 'must be omitted: the observations of a market have equal weights');
  checkSampling(list, data, definition);
  const fit = fitOf(definition.decision);
  checkExpansion(list, data, fit.expansion?.(definition.decision));
  const further = new Set(fit.furtherOutcomes?.(definition.decision));
  const outcomes = Object.keys(columns).filter((name) => name.startsWith('outcome'));
  checkOutcome(
    list,
    fit.outcomeColumns(definition.decision),
    outcomes.filter((name) => !further.has(name)),
  );
  checkFurtherChoices(
    list,
    data,
    definition,
    outcomes.filter((name) => further.has(name)),
  );
  return list.issues;
}

function checkSampling(list: IssueList, data: RecipeData, { decision }: WorkflowDefinition): void {
  const { sampling } = data;
  if (!sampling) return;
  const path = ['data', 'sampling'];
  if (decision.family !== 'conditional_logit')
    return list.add(path, 'must be omitted: only choices between alternatives can be sampled by outcome');
  if (decision.classes || decision.coefficients.some(({ taste }) => taste))
    list.add(
      path,
      'must be omitted: random tastes and latent classes need a sample that does not depend on the choice',
    );
  if (data.weight !== undefined && data.weight_kind === 'frequency')
    list.add(path, 'cannot be combined with frequencies: write one row for each respondent');
  const known = new Set(decision.alternatives.map(({ id }) => id));
  for (const id of Object.keys(sampling)) list.known([...path, id], id, known, 'alternative');
  for (const id of known) if (!(id in sampling)) list.add(path, `lacks the alternative "${id}"`);
}

function checkFurtherChoices(
  list: IssueList,
  { columns, sampling }: RecipeData,
  { decision }: WorkflowDefinition,
  given: readonly string[],
): void {
  for (const name of given) {
    const path = ['data', 'columns', name];
    const before = name.replace(/(?<!\d)\d+$/, (rank) => String(Number(rank) - 1));
    if (before !== name && before !== 'outcome.rank_1' && !(before in columns)) list.add(path, `requires ${before}`);
    if (decision.family === 'conditional_logit' && decision.nests)
      list.add(path, 'must be omitted: a ranking has no likelihood in closed form with nests');
    if (sampling) list.add(path, 'cannot be combined with data.sampling');
  }
}

function checkExpansion(list: IssueList, { expand }: RecipeData, needed: string | undefined): void {
  const given = expand && ('durations' in expand ? 'durations' : 'network');
  if (given === needed) return;
  const path = ['data', 'expand'];
  if (needed === undefined) list.add(path, 'must be omitted: in this family, each row is one observation');
  else
    list.add(path, `is required in this family, whose rows are respondents observed over time: add { "${needed}": … }`);
}

function checkOutcome(list: IssueList, columnSets: readonly (readonly string[])[], given: readonly string[]): void {
  const isComplete = (way: readonly string[]) =>
    way.length === given.length && way.every((name) => given.includes(name));
  if (columnSets.some(isComplete)) return;
  const alternatives = columnSets.map((way) => way.join(' with ')).join(', or ');
  list.add(['data', 'columns'], `the outcome requires ${alternatives}; present: ${given.join(', ') || 'none'}`);
}

function checkCell(list: IssueList, path: readonly string[], cell: Cell): void {
  const { cut, into } = cell;
  if ((cut === undefined) !== (into === undefined)) list.add(path, '"cut" and "into" require each other');
  else if (cut && into && into.length !== cut.length + 1)
    list.add(
      [...path, 'into'],
      `${cut.length} bounds make ${cut.length + 1} intervals, but ${into.length} names are given`,
    );
  if (cut?.some((bound, k) => k > 0 && bound <= cut[k - 1]!)) list.add([...path, 'cut'], 'must be in ascending order');
  if ('column' in cell && cell.otherwise !== undefined && !cell.map) list.add(path, '"otherwise" requires a "map"');
  for (const key of ['divide', 'difference', 'product', 'sum', 'first'] as const) {
    const inner = (cell as Partial<Record<typeof key, readonly Cell[]>>)[key];
    inner?.forEach((part, k) => checkCell(list, [...path, key, String(k)], part));
  }
  if ('mean' in cell) checkCell(list, [...path, 'mean'], cell.mean);
}

/**
 * Names under `columns` that a decision reads from each row. Parameters are not included, because they have a default.
 */
export function requiredColumnsOf(decision: Decision): Set<string> {
  const model = familyOf(decision).linear(decision);
  const factors = model.terms.flatMap((term) =>
    term.equations.flatMap((equation) => expandFactors(model, term, equation)),
  );
  const needed = factors.flatMap((factor) => {
    const source = 'indicator' in factor ? factor.indicator : factor;
    if ('attribute' in source) return [`attribute.${source.attribute}`];
    if ('state' in source) return [`state.${source.state}`];
    return 'assignment' in source ? [`assignment.${source.assignment}`] : [];
  });
  return new Set([...needed, ...(fitOf(decision).needs?.(decision) ?? [])]);
}
