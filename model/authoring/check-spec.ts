import type { Table } from '../fitting/rows/table.js';
import { columnsOf, type Formula } from './formula.js';
import type { Variables } from './variables/variables.js';

/** Checks that the columns that the spec names exist. */
export function checkSpecColumns(formula: Formula, variables: Variables): void {
  const { spec, issues } = variables;
  const named: [string, string | undefined][] = [
    ['group', spec.group],
    ['id_column', spec.id_column],
    ['weight', spec.weight],
    ['split.column', spec.split && 'column' in spec.split ? spec.split.column : undefined],
  ];
  for (const [path, column] of named) if (column !== undefined) variables.profile(column, path);
  for (const column of [...Object.keys(spec.columns), ...Object.keys(spec.units)])
    if (!spec.alternatives) variables.profile(column, column in spec.columns ? 'columns' : 'units');
  const outcome = new Set(formula.outcome.columns);
  for (const column of columnsOf(formula))
    if (outcome.has(column)) issues.add('formula', `has the outcome "${column}" on both sides of ~`);
  const weight = spec.weight && variables.texts(spec.weight).find((text) => !(Number(text) >= 0) || text.trim() === '');
  if (weight !== undefined && weight !== '' && spec.weight)
    issues.add('weight', `"${spec.weight}" has "${weight}": weights must be numbers of at least 0`);
}

/** Checks that functions of the formula apply to all values of their column. */
export function checkShapes(formula: Formula, variables: Variables): void {
  const { issues } = variables;
  for (const { column, function: shape, scale = 1, bound, part, curve, isBoxCox } of formula.parts.flatMap(
    ({ terms }) => terms.flat(),
  )) {
    if (isBoxCox)
      issues.add(
        'formula',
        `uses box_cox(${column}), which is for variables of the alternatives of a choice: use log(${column}) or sqrt(${column})`,
      );
    const profile = variables.has(column) ? variables.profile(column, 'formula') : undefined;
    if (!profile || !(shape || bound || part || curve || scale !== 1)) continue;
    if (!profile.range)
      issues.add('formula', `computes with "${column}", which has texts such as "${profile.examples[0]?.value}"`);
    else if (shape === 'log' && profile.range.minimum * scale <= 0)
      issues.add(
        'formula',
        `uses log(${column}), but the lowest value is ${profile.range.minimum}: use log1p(${column})`,
      );
    else if (shape === 'log1p' && profile.range.minimum * scale <= -1)
      issues.add('formula', `uses log1p(${column}), but the lowest value is ${profile.range.minimum}`);
    else if (shape === 'sqrt' && profile.range.minimum * scale < 0)
      issues.add('formula', `uses sqrt(${column}), but the lowest value is ${profile.range.minimum}`);
  }
}

/** Number of groups with rows in several parts of a split. */
export function countCutGroups({ columns }: Table, split: string, group: string): number {
  const parts = columns.get(split)!;
  const partOf = new Map<string, string>();
  const cut = new Set<string>();
  columns.get(group)!.forEach((label, row) => {
    const own = parts[row]!.trim();
    if ((partOf.get(label) ?? own) !== own) cut.add(label);
    partOf.set(label, own);
  });
  return cut.size;
}
