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
  return spec.alternatives ? expandChoices(spec, formula, table, issues) : expandIndex(spec, formula, table, issues);
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
