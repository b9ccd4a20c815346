import type { Issue } from '../definition.js';
import type { Table } from '../fitting/rows/table.js';
import { type Expansion, statedParts } from './assemble.js';
import { expandChoices } from './choices/choices.js';
import { type Formula, FormulaError, parseFormula } from './formula.js';
import { expandIndex } from './index-model.js';
import { merged } from './parse-spec.js';
import { fieldsOf } from './repeat.js';
import { SpecError, SpecIssues } from './spec-error.js';
import { fileOf, parameterColumns, populationColumns, type Spec } from './spec.schema.js';
import { defined, type RecipeFields, withWords, writtenParts } from './written-parts.js';

/** The table of a spec that writes everything out. */
const noTable: Table = { columns: new Map(), lines: [] };

/**
 * Expands a spec to a recipe: the formula and the data give the defaults of the parts that the spec does not write out.
 *
 * @param table all rows of the data as texts; a spec without a formula needs none
 * @throws SpecError with every problem and its fix
 */
export function expandSpec(spec: Spec, table: Table = noTable): Expansion {
  const inferred = spec.formula === undefined ? stated(spec, table) : inferredFrom(spec, spec.formula, table);
  const { recipe, notes } = inferred;
  const written = writtenParts(spec, recipe);
  const withWritten = merged(recipe, written) as RecipeFields;
  // The cell of a value is written out as a whole.
  const columns = { ...fieldsOf(recipe.data.columns), ...fieldsOf(written.data.columns) };
  const notice = '`levers` is the older name of `parameters`: rename it, because version 1.0 does not accept it.';
  return {
    ...inferred,
    recipe: {
      ...withWritten,
      definition: withWords(withWritten.definition, spec.questions.words),
      data: { ...withWritten.data, columns },
    },
    notes: spec.levers ? [notice, ...notes] : notes,
  };
}

function inferredFrom(spec: Spec, text: string, table: Table): Expansion {
  const formula = formulaOf(text);
  const issues = new SpecIssues();
  const known = withoutMissing(spec, table);
  return spec.alternatives ? expandChoices(spec, formula, known, issues) : expandIndex(spec, formula, known, issues);
}

/** What the fields of a spec state, for a decision that is written out. */
function stated(spec: Spec, table: Table): Expansion {
  checkWithoutFormula(spec);
  const { definition, data, fit } = statedParts(spec);
  const { summary, source, date, license: licence, sample, kind, limits, missing_values: missing } = spec;
  const recipe = {
    definition: {
      ...definition,
      ...(summary !== undefined && { summary }),
      routing: defined({ examples: spec.questions.examples, not_for: spec.questions.not_for }),
      population: defined({ source, date, attributes: [] }),
      scenario: { parameters: [], assignments: [] },
      decision: {
        coefficients: [],
        ...(!familiesWithoutVariables.includes(spec.decision?.family) && { variables: [] }),
      },
      evidence: defined({
        data: defined({
          ...{ title: spec.title, citation: source, file: fileOf(spec), licence, collected: date, sample, kind },
        }),
        limits,
      }),
      narrative: { situation: [], reasons: [] },
    },
    data: { ...data, ...(missing && { missing: ['', ...missing.map(String)] }) },
    fit: { ...fit, ...(spec.population === 'synthetic' && { agents: 'synthetic' }) },
  };
  return { recipe, table, usedRows: table.lines.length, notes: [], questions: [] };
}

const familiesWithoutVariables: readonly unknown[] = ['diffusion', 'repeated_games'];

/** @throws SpecError for fields that only have a meaning for the inference from the data */
function checkWithoutFormula(spec: Spec): void {
  const issues = new SpecIssues();
  if (!spec.decision)
    issues.add('formula', 'is missing, such as formula: bought ~ price + age; or write out the `decision`');
  const { alternatives, missing, family, outcome, columns, units } = spec;
  for (const [field, value] of Object.entries({ alternatives, missing, family, outcome, columns, units }))
    if (value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0))
      issues.add(field, 'needs a formula: add one, or write it out under `decision`, `attributes` and `data`');
  if (populationColumns(spec).length > 0)
    issues.add('population', 'has columns, which need a formula: use `attributes`');
  for (const [id] of parameterColumns(spec))
    issues.add(`parameters.${id}`, 'has no type: add options, number or integer, or a formula with this column');
  issues.throwIfAny();
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
