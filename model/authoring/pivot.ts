import type { Table } from '../fitting/rows/table.js';
import { columnsOf, type Formula } from './formula.js';
import { countText } from './names.js';
import { SpecError, type SpecIssues } from './spec-error.js';
import type { Spec } from './spec.schema.js';

/** Value of the outcome in the row of the chosen alternative. */
const chosenPattern = /^(1|yes|y|true|chosen)$/i;

/**
 * A long table, with a row for each alternative of a choice, as a wide one with a row for each choice.
 *
 * @returns the table and its spec; those of the input if it is wide
 * @throws SpecError for choices without exactly one chosen alternative
 */
export function pivoted(spec: Spec, formula: Formula, table: Table, issues: SpecIssues): { spec: Spec; table: Table } {
  const { shape, id, situation, ranks, worst } = spec.alternatives!;
  if (shape === 'wide') return { spec, table };
  if (id === undefined || situation === undefined)
    throw new SpecError([
      {
        path: 'alternatives',
        message:
          'a long file needs `id` (the column with the alternative) and `situation` (the column with the choice)',
      },
    ]);
  const [outcome] = formula.outcome.columns;
  const named = [
    ['alternatives.id', id],
    ['alternatives.situation', situation],
    ['formula', outcome!],
    ...(worst === undefined ? [] : [['alternatives.worst', worst] as const]),
  ] as const;
  for (const [path, column] of named)
    if (!table.columns.has(column)) issues.add(path, `uses "${column}", which is not a column of the data`);
  if (Array.isArray(ranks)) issues.add('alternatives.ranks', 'must be the number of ranks, because the file is long');
  issues.throwIfAny();
  const texts = (column: string) => table.columns.get(column)!;
  const [alternativeOf, situationOf] = [texts(id), texts(situation)];
  const situations = new Map<string, Map<string, number>>();
  const twice = new Set<string>();
  situationOf.forEach((label, row) => {
    const own = situations.get(label) ?? new Map<string, number>();
    const alternative = alternativeOf[row]!.trim();
    if (own.has(alternative)) twice.add(label);
    own.set(alternative, row);
    situations.set(label, own);
  });
  if (twice.size > 0)
    throw new SpecError([
      {
        path: 'alternatives.situation',
        message: `${countText(twice.size, 'situation')} of "${situation}" have an alternative twice: name the column that differs for each choice`,
      },
    ]);
  const alternatives = [...new Set(alternativeOf.map((text) => text.trim()))];
  const groups = [...situations.values()];
  const chosenBy = (column: string, isChosen: (text: string) => boolean) =>
    groups.map((rows) =>
      [...rows].filter(([, row]) => isChosen(texts(column)[row]!.trim())).map(([alternative]) => alternative),
    );
  const isOne = (text: string) => chosenPattern.test(text);
  const choices = chosenBy(outcome!, isOne);
  const rankOf = (rank: number) =>
    ['alternatives.ranks', `${outcome}_rank_${rank}`, chosenBy(outcome!, (text) => Number(text) === rank)] as const;
  const ranking = Array.from({ length: typeof ranks === 'number' ? ranks - 1 : 0 }, (_, k) => rankOf(k + 2));
  const further = [
    ...ranking,
    ...(worst === undefined ? [] : [['alternatives.worst', worst, chosenBy(worst, isOne)] as const]),
  ];
  for (const [path, column, found] of further)
    if (found.some(({ length }) => length > 1)) issues.add(path, `some choices have two alternatives for "${column}"`);
  const wrong = choices.filter(({ length }) => length !== 1).length;
  if (wrong > 0)
    throw new SpecError([
      {
        path: 'formula',
        message: `${countText(wrong, 'choice')} of "${situation}" do not have exactly one row with 1 in "${outcome}"`,
      },
    ]);

  const parts = formula.parts;
  const generic = new Set([...(parts[0]?.terms ?? []), ...(parts[2]?.terms ?? [])].flat().map(({ column }) => column));
  const personal = new Set([1, 3].flatMap((k) => (parts[k]?.terms ?? []).flat().map(({ column }) => column)));
  // Any number above 0 has a transform. It has no effect, because the alternative is not available.
  const transformed = new Set(
    parts.flatMap(({ terms }) => terms.flat().flatMap((atom) => (atom.isBoxCox ? [atom.column] : []))),
  );
  const columns = new Map<string, string[]>();
  const used = new Set([
    ...columnsOf(formula),
    spec.group,
    spec.id_column,
    spec.weight,
    spec.alternatives!.scale,
    spec.split && 'column' in spec.split ? spec.split.column : undefined,
    ...spec.population,
  ]);
  for (const [name, values] of table.columns) {
    if (name === id || name === outcome || !used.has(name)) continue;
    const isConstant = groups.every((rows) => new Set([...rows.values()].map((row) => values[row])).size === 1);
    if (personal.has(name) && !isConstant)
      issues.add('formula', `"${name}" differs between the alternatives of a choice: write it before |`);
    if (
      (isConstant &&
        !(
          generic.has(name) &&
          parts.some(({ terms }) => terms.some((term) => term.length === 1 && term[0]!.column === name))
        )) ||
      personal.has(name)
    ) {
      columns.set(
        name,
        groups.map((rows) => values[[...rows.values()][0]!]!),
      );
    } else if (generic.has(name)) {
      const absent = transformed.has(name) ? '1' : '0';
      for (const alternative of alternatives)
        columns.set(
          `${name}_${alternative}`,
          groups.map((rows) => (rows.has(alternative) ? values[rows.get(alternative)!]! : absent)),
        );
    }
  }
  issues.throwIfAny();
  columns.set(
    outcome!,
    choices.map(([alternative]) => alternative!),
  );
  for (const [, column, found] of further)
    columns.set(
      column,
      found.map(([alternative = '']) => alternative),
    );
  const isComplete = groups.every((rows) => rows.size === alternatives.length);
  if (!isComplete)
    for (const alternative of alternatives)
      columns.set(
        `available_${alternative}`,
        groups.map((rows) => (rows.has(alternative) ? '1' : '0')),
      );
  return {
    table: { columns, lines: Int32Array.from(groups, (rows) => table.lines[[...rows.values()][0]!]!) },
    spec: {
      ...spec,
      alternatives: {
        ...spec.alternatives!,
        ...(ranks !== undefined && { ranks: ranking.map(([, column]) => column) }),
        columns: Object.fromEntries(
          [...generic].filter((name) => !columns.has(name)).map((name) => [name, `${name}_{alt}`]),
        ),
        ...(!isComplete && { available: 'available_{alt}' }),
      },
    },
  };
}
