import type { Issue } from '../definition.js';
import type { Table } from '../fitting/rows/table.js';
import type { Expansion } from './assemble.js';
import { expandChoices } from './choices.js';
import { type Formula, FormulaError, parseFormula } from './formula.js';
import { expandIndex } from './index-model.js';
import { SpecError, SpecIssues } from './spec-error.js';
import type { Spec } from './spec.schema.js';

/**
 * Expands a short spec to a full spec.
 *
 * @param table all rows of the data as texts
 * @throws SpecError with every problem and its fix
 */
export function expandSpec(spec: Spec, table: Table): Expansion {
  const formula = formulaOf(spec.formula);
  const issues = new SpecIssues();
  const known = withoutMissing(spec, table);
  return spec.alternatives ? expandChoices(spec, formula, known, issues) : expandIndex(spec, formula, known, issues);
}

/** The table with empty cells in place of the missing values that the spec names. */
function withoutMissing({ missing_values: named = [] }: Spec, table: Table): Table {
  if (named.length === 0) return table;
  const missing = new Set(named.map(String));
  const columns = Array.from(table.columns, ([name, texts]) => {
    const isMissing = texts.some((text) => missing.has(text.trim()));
    return [name, isMissing ? texts.map((text) => (missing.has(text.trim()) ? '' : text)) : texts] as const;
  });
  return { ...table, columns: new Map(columns) };
}

function formulaOf(text: string): Formula {
  try {
    return parseFormula(text);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    const issue: Issue = { path: 'formula', message: `${error.message} (character ${error.position + 1})` };
    throw new SpecError([issue]);
  }
}
