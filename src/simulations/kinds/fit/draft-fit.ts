import type { FitWarning } from '../../../../model/fitting/results/result.schema.js';
import { modelWords } from '../../../../model/fitting/results/model-words.js';
import { DataError, SpecError } from '../../../../model/authoring/spec-error.js';
import { parseRecipe, type CalibrationRecipe } from '../../../../model/authoring/recipe/parse-recipe.js';
import type { Table } from '../../../../model/fitting/rows/table.js';
import type { Expansion } from '../../../../model/authoring/assemble.js';
import { expandSpec } from '../../../../model/authoring/expand-spec.js';
import { columnsOf, parseFormula } from '../../../../model/authoring/formula.js';
import { parseSpec } from '../../../../model/authoring/parse-spec.js';
import type { Spec } from '../../../../model/authoring/spec.schema.js';
import { shortened } from '../../../common/texts.js';
import { shortIssues, usePlainZodMessages } from '../../../common/errors/zod-messages.js';
import type { Issue } from '../../../common/errors/app-error.js';
import { datasetTable } from '../../../datasets/content/dataset-table.js';
import type { TaskIssues, WithContent } from '../../../datasets/dataset-tasks.service.js';
import { definitionDigest, isChoice, type WorkflowDefinition } from '../../../../model/definition.js';
import type { FitPlan } from './request.schema.js';

usePlainZodMessages();

/** The data of a fit are in memory several times, with eight bytes for each row and coefficient. */
const maxDesignCells = 20_000_000;
/** Every fit stores the definition with placeholders. */
const maxDefinitionBytes = 1_000_000;
const fewRowsPerCoefficient = 10;
const fewGroups = 50;
const manyMissing = 0.1;
/** A note can contain a value of the data. Every record of the fit has the notes. */
const maxNoteCharacters = 2_000;

export type DraftTask = WithContent<{ readonly spec: string }>;

export interface Draft {
  readonly ok: true;
  /** The definition with placeholders in place of estimates. */
  readonly definition: WorkflowDefinition;
  readonly digest: string;
  readonly planned: Pick<FitPlan, 'model' | 'inferred' | 'warnings'>;
}

export type DraftResult = Draft | TaskIssues;

/** Expands the spec of a fit. Runs in a process of its own, because a spec and a file can be hostile. */
export function draftFit({ content, spec: text }: DraftTask): DraftResult {
  try {
    const spec = parseSpec(text);
    const table = datasetTable(content);
    const expansion = expandSpec(spec, table);
    const recipe = parseRecipe(expansion.recipe);
    const { definition } = recipe;
    const issues = [...familyIssues(definition), ...sizeIssues(definition, expansion.table)];
    if (issues.length > 0) return { ok: false, issues };
    const planned = {
      model: modelOf(spec, recipe, expansion, table),
      inferred: expansion.notes.map((note) => shortened(note, maxNoteCharacters)),
      warnings: draftWarnings(spec, recipe, expansion),
    };
    return { ok: true, definition, digest: definitionDigest(definition), planned };
  } catch (error) {
    if (error instanceof SpecError) return { ok: false, issues: shortIssues(error.issues) };
    if (error instanceof DataError) return { ok: false, issues: shortIssues([{ path: '', message: error.message }]) };
    throw error;
  }
}

/** Markets and networks are fitted with the command line: a dataset has neither the edges of a network nor rows of respondents. */
function familyIssues({ decision }: WorkflowDefinition): Issue[] {
  const message = 'diffusion is fitted by the operator with `workflow fit`, not to a dataset';
  return decision.family === 'diffusion' ? [{ path: 'decision.family', message }] : [];
}

function sizeIssues(definition: WorkflowDefinition, { lines }: Table): Issue[] {
  const coefficients = definition.decision.coefficients.length;
  const cells = lines.length * coefficients;
  const bytes = Buffer.byteLength(JSON.stringify(definition));
  return [
    cells > maxDesignCells && {
      path: 'formula',
      message: `has ${coefficients} coefficients for ${lines.length} rows: rows times coefficients can be at most ${maxDesignCells}. Use fewer terms or categories, or upload a random sample of the rows`,
    },
    bytes > maxDefinitionBytes && {
      path: 'formula',
      message: `makes a workflow of ${bytes} bytes, but it can have at most ${maxDefinitionBytes}: use fewer terms or categories`,
    },
  ].filter((issue) => issue !== false);
}

function modelOf(
  spec: Spec,
  { definition, data }: CalibrationRecipe,
  { usedRows }: Expansion,
  source: Table,
): FitPlan['model'] {
  const { decision, scenario } = definition;
  return {
    family: decision.family,
    formula: spec.formula ?? '',
    words: modelWords(definition),
    rows: usedRows,
    coefficients: decision.coefficients.map(({ id, label }) => ({ id, label })),
    parameters: scenario.parameters.map((parameter) => ({
      id: parameter.id,
      label: parameter.label,
      description: parameter.description,
      options: isChoice(parameter) ? parameter.options.map(({ id, label }) => ({ id, label })) : [],
    })),
    columns: usedColumns(spec, data, source),
  };
}

/** Columns of the dataset that the spec names, in the order of the file. */
function usedColumns(spec: Spec, data: CalibrationRecipe['data'], { columns }: Table): string[] {
  const formula = spec.formula === undefined ? undefined : parseFormula(spec.formula);
  const { respondent, cluster, weight, split } = data;
  const used = new Set<unknown>([
    ...(formula ? [...formula.outcome.columns, ...columnsOf(formula)] : []),
    ...data.drop_when_missing,
    ...[respondent, cluster, weight, 'column' in split ? split.column : undefined],
    ...namedColumns(data.columns),
  ]);
  return [...columns.keys()].filter((column) => used.has(column));
}

/** A cell is a column, or a combination of cells. */
function namedColumns(cell: unknown): unknown[] {
  if (typeof cell !== 'object' || cell === null) return [];
  return [...('column' in cell ? [cell.column] : []), ...Object.values(cell).flatMap(namedColumns)];
}

function draftWarnings(spec: Spec, { definition }: CalibrationRecipe, { table, usedRows }: Expansion): FitWarning[] {
  const rows = table.lines.length;
  const coefficients = definition.decision.coefficients.length;
  const texts = spec.group === undefined ? undefined : table.columns.get(spec.group);
  const groups = texts && new Set(texts).size;
  const dropped = rows - usedRows;
  return [
    usedRows < fewRowsPerCoefficient * coefficients && {
      code: 'few_rows',
      message: `The model uses ${usedRows} rows for ${coefficients} coefficients. With fewer than ${fewRowsPerCoefficient} rows for each, estimates follow random differences: use fewer terms.`,
    },
    groups !== undefined &&
      groups < fewGroups && {
        code: 'few_clusters',
        message: `The data have ${groups} groups of "${spec.group}". With fewer than ${fewGroups}, standard errors are uncertain, and intervals are wider.`,
      },
    dropped > manyMissing * rows && {
      code: 'many_rows_dropped',
      message: `${dropped} of ${rows} rows are dropped, because a value is missing. If these rows differ from the others, so do the results: consider \`missing: impute\`.`,
    },
  ].filter((warning) => warning !== false);
}
