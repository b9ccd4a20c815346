import { Command } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { calibrate } from '../../../model/fitting/calibrate.js';
import { digits8 } from '../../../model/fitting/evidence/round.js';
import { type Posteriors, posteriorsOf, withRobustErrors } from '../../../model/fitting/results/estimates.js';
import { parseRecipe } from '../../../model/authoring/recipe/parse-recipe.js';
import { ReferenceFitError } from '../../../model/authoring/recipe/recipe-error.js';
import { modelWords } from '../../../model/fitting/results/model-words.js';
import { expandSpec } from '../../../model/authoring/expand-spec.js';
import { expandedSpec, parseFullSpec } from '../../../model/authoring/full/parse-full-spec.js';
import { checkSpec } from '../../../model/authoring/parse-spec.js';
import { fitSpec } from '../../simulations/kinds/fit/fit-spec.js';
import { CommandError, day } from '../options.js';
import { calibrationText, priorsText } from './calibration-text.js';
import { classComparison, classRange } from './class-comparison.js';
import { explanationText } from './explain.command.js';
import { about, readJson, jsonText } from './files.js';
import { fitResultText } from './fit-result-text.js';
import { isShortSpec, readSpec, readTableFile } from './read-spec.js';
import { wordingOf, wordingText } from './wording-text.js';

interface Options {
  data?: string;
  edges?: string;
  reference?: string;
  out?: string;
  emitSpec?: true | string;
  posteriors?: string;
  compareClasses?: number[];
  explain?: boolean;
  on: string;
}

const example = `
Examples:
  npm run --silent cli -- workflow fit letters.yaml
  npm run --silent cli -- workflow fit my-full-spec.yaml --data my-data.csv --out my-workflow.json

docs/analyst/spec-reference.md describes both kinds of specs. The same spec, data and day produce an identical file.`;

export function fitCommand(): Command {
  return new Command('fit')
    .description('Fit a workflow to data: create a definition from a short spec with a formula, or from a full spec')
    .argument('<file>', 'spec (YAML or JSON)')
    .option('--data <file>', 'data (CSV, NDJSON or Parquet). Default: `data` of a short spec, in its folder')
    .option('--edges <file>', 'edges of the network (CSV, NDJSON or Parquet), if the spec uses one')
    .option('--out <file>', 'output file for the definition. Default: the spec with the extension .json')
    .option(
      '--explain',
      'print the formulas, the estimates with robust standard errors, the fit and the correlations, in place of the results',
    )
    .option('--posteriors <file>', 'output file (CSV) for the own coefficients or classes of each respondent')
    .option(
      '--compare-classes <range>',
      'fit a short spec with each number of latent classes in a range, such as 1-4, print a table, and write no file',
      classRange,
    )
    .option('--reference <file>', 'fit of another program to compare with, as configured in the spec (JSON)')
    .option('--emit-spec [file]', 'write the expanded spec, and do not fit. Default: standard output')
    .option(
      '--on <day>',
      'date of the calibration, if the spec contains none',
      day,
      new Date().toISOString().slice(0, 10),
    )
    .addHelpText('after', example)
    .action(fit);
}

async function fit(file: string, options: Options): Promise<void> {
  const document = readSpec(file);
  await (isShortSpec(document) ? fitShort(file, document, options) : fitFull(file, document, options));
}

async function fitShort(file: string, document: object, options: Options): Promise<void> {
  if (options.edges !== undefined || options.reference !== undefined || options.posteriors !== undefined)
    throw new CommandError(
      `${file} is a short spec: --edges, --reference and --posteriors require a full spec. See --emit-spec.`,
    );
  const spec = about(file, () => checkSpec(document));
  const data = dataFile(file, options.data ?? (spec.data === undefined ? undefined : join(dirname(file), spec.data)));
  const table = await readTableFile(data);
  const expansion = about(file, () => expandSpec({ ...spec, data: spec.data ?? basename(data) }, table));
  if (options.emitSpec !== undefined) return emit(expansion.recipe, options.emitSpec);
  const { compareClasses: numbers } = options;
  if (numbers) {
    process.stdout.write(`${about(file, () => classComparison(spec, table, numbers))}\n`);
    return;
  }
  const out = outFile(file, options);
  const recipe = about(file, () => parseRecipe(expansion.recipe));
  const { calibration, result } = about(data, () => fitSpec({ recipe, expansion, calibratedOn: options.on }));
  write(out, result.definition, [
    modelWords(recipe.definition),
    expansion.notes.join('\n'),
    ...(options.explain
      ? [explanationText(withRobustErrors(calibration))]
      : [fitResultText(result), ...priorsText(calibration.definition.evidence.estimates)]),
    wordingText(wordingOf(calibration.definition)),
  ]);
}

async function fitFull(file: string, document: unknown, options: Options): Promise<void> {
  if (options.compareClasses)
    throw new CommandError(`${file} is a full spec, which lists its classes: --compare-classes needs a short one.`);
  const expanded = about(file, () => expandedSpec(document));
  if (options.emitSpec !== undefined) return emit(expanded, options.emitSpec);
  const recipe = about(file, () => parseFullSpec(document));
  const path = dataFile(file, options.data);
  const out = outFile(file, options);
  const data = await readTableFile(path);
  const edges = options.edges === undefined ? undefined : await readTableFile(options.edges);
  const reference = options.reference === undefined ? undefined : readJson(options.reference);
  const calibration = about(path, () =>
    aboutReference(options.reference, () => calibrate({ recipe, data, edges, reference, calibratedOn: options.on })),
  );
  const posteriors = options.posteriors === undefined ? undefined : posteriorsOf(calibration, recipe, data);
  if (options.posteriors !== undefined) writePosteriors(options.posteriors, posteriors);
  write(out, calibration.definition, [
    options.explain ? explanationText(withRobustErrors(calibration)) : calibrationText(calibration),
    wordingText(wordingOf(calibration.definition)),
  ]);
}

function writePosteriors(file: string, posteriors: Posteriors | undefined): void {
  if (!posteriors)
    throw new CommandError('All respondents of this model have the same coefficients: remove --posteriors.');
  const { respondents, columns } = posteriors;
  const header = ['respondent', ...columns.map(({ name }) => name)];
  const rows = respondents.map((respondent, k) => [respondent, ...columns.map(({ values }) => digits8(values[k]!))]);
  writeFileSync(file, stringify([header, ...rows]));
}

function dataFile(spec: string, data: string | undefined): string {
  if (data === undefined) throw new CommandError(`${spec} names no data. Use --data, or \`data\` in a short spec.`);
  return data;
}

function outFile(spec: string, { out = `${spec.replace(/\.(ya?ml|json)$/i, '')}.json` }: Options): string {
  if (out === spec) throw new CommandError(`The definition would replace ${spec}. Use --out.`);
  return out;
}

/** Writes the definition, with its keys in the order of the schema, and prints the paragraphs. */
function write(out: string, definition: object, paragraphs: readonly string[]): void {
  writeFileSync(out, jsonText(definition));
  const parts = [...paragraphs, `Definition written to ${out}.`];
  process.stdout.write(`${parts.filter((part) => part !== '').join('\n\n')}\n`);
}

/** Names the file of the reference fit, not the data, in errors of the reference fit. */
function aboutReference<Result>(file: string | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ReferenceFitError)) throw error;
    throw new CommandError(`${file}: ${error.message}`);
  }
}

function emit(recipe: unknown, target: true | string): void {
  if (target === true) process.stdout.write(jsonText(recipe));
  else {
    writeFileSync(target, jsonText(recipe));
    process.stdout.write(`Full spec written to ${target}.\n`);
  }
}
