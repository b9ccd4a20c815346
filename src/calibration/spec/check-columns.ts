import { IssueList } from '../../engine/definition/issue-list.js';
import { type WorkflowDefinition } from '../../engine/definition/definition.schema.js';
import { type Issue } from '../../engine/engine-error.js';
import { familyOf } from '../../engine/families/family-of.js';
import { fitOf } from '../families/fit-of.js';
import { type Cell } from './cell.schema.js';
import { hasOwnMargin, listOf, looseOf } from './fill-draft.js';
import { type DraftDefinition, type SpecData } from './spec.schema.js';
import { needsOf } from './needs-of.js';

/** The states that an expansion writes, so that no column need give them. */
export function statesOfExpansion({ expand }: SpecData): readonly string[] {
  if (!expand) return [];
  return 'durations' in expand ? ['period'] : ['period', 'exposure', 'group_share'];
}

/** Every column must give something of the definition, and everything that terms or margins need must be given. */
export function checkColumns(draft: DraftDefinition, definition: WorkflowDefinition, data: SpecData): Issue[] {
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
  for (const attribute of listOf(looseOf(draft.population).attributes)) {
    const id = String(attribute.id);
    if (!hasOwnMargin(attribute) && !(`attribute.${id}` in columns))
      list.add(
        ['data', 'columns'],
        `nothing says how attribute.${id} is read, and the definition gives no margin of it`,
      );
  }
  for (const name of needsOf(definition.decision)) {
    const given = name.startsWith('state.') && statesOfExpansion(data).includes(name.slice('state.'.length));
    if (!(name in columns) && !given)
      list.add(['data', 'columns'], `the decision needs ${name}, which no column gives`);
  }
  const fit = fitOf(definition.decision);
  checkExpansion(list, data, fit.expansion?.(definition.decision));
  checkOutcome(list, fit.outcomeColumns(definition.decision), columns);
  return list.issues;
}

function checkExpansion(list: IssueList, { expand }: SpecData, needed: string | undefined): void {
  const given = expand && ('durations' in expand ? 'durations' : 'network');
  if (given === needed) return;
  const path = ['data', 'expand'];
  if (needed === undefined) list.add(path, 'leave it out: a row of this family is one observation');
  else list.add(path, `rows of this family are people seen over time: say { "${needed}": … }`);
}

function checkOutcome(
  list: IssueList,
  ways: readonly (readonly string[])[],
  columns: Readonly<Record<string, Cell>>,
): void {
  const given = Object.keys(columns).filter((name) => name.startsWith('outcome'));
  const isWay = (way: readonly string[]) => way.length === given.length && way.every((name) => given.includes(name));
  if (ways.some(isWay)) return;
  const told = ways.map((way) => way.join(' with ')).join(', or ');
  list.add(['data', 'columns'], `what happened is read from ${told}; given: ${given.join(', ') || 'none'}`);
}

function checkCell(list: IssueList, path: readonly string[], cell: Cell): void {
  const { cut, into } = cell;
  if ((cut === undefined) !== (into === undefined)) list.add(path, '"cut" and "into" come together');
  else if (cut && into && into.length !== cut.length + 1)
    list.add([...path, 'into'], `${cut.length} bounds make ${cut.length + 1} parts, but ${into.length} are named`);
  if (cut?.some((bound, k) => k > 0 && bound <= cut[k - 1]!)) list.add([...path, 'cut'], 'must rise');
  if ('column' in cell && cell.otherwise !== undefined && !cell.map) list.add(path, '"otherwise" needs a "map"');
  for (const key of ['divide', 'difference', 'product', 'sum'] as const) {
    const inner = (cell as Partial<Record<typeof key, readonly Cell[]>>)[key];
    inner?.forEach((part, k) => checkCell(list, [...path, key, String(k)], part));
  }
}
