import { Command, InvalidArgumentError } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { calibrate } from '../../../model/fitting/calibrate.js';
import { digits8 } from '../../../model/fitting/evidence/round.js';
import { type Posteriors, posteriorsOf, withRobustErrors } from '../../../model/fitting/results/estimates.js';
import { ReferenceFitError } from '../../../model/authoring/spec-error.js';
import { modelWords } from '../../../model/fitting/results/model-words.js';
import { describeFit } from '../../simulations/kinds/fit/execute-fit.js';
import { CommandError, day } from '../options.js';
import { calibrationText, priorsText, textTable, fitResultText } from './calibration-text.js';
import { explanationText } from './explain.command.js';
import { about, readJson, jsonText } from './files.js';
import { expanded, readDataOf, readSpec, readTableFile } from './read-spec.js';
import { wordingOf, wordingText } from './validate.command.js';
import { type ComparedClasses, compareClasses } from '../../../model/fitting/results/compare-classes.js';
import { parseRecipe } from '../../../model/authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../../model/authoring/expand-spec.js';
import type { Spec } from '../../../model/authoring/spec.schema.js';
import type { Table } from '../../../model/fitting/rows/table.js';

const maxClasses = 20;

function classRange(value: string): number[] {
  const [first, last] = (/^(\d{1,2})-(\d{1,2})$/.exec(value) ?? []).slice(1).map(Number);
  if (first === undefined || last === undefined || first < 1 || last <= first || last > maxClasses)
    throw new InvalidArgumentError(`Must be two numbers from 1 to ${maxClasses}, such as 1-4.`);
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

/**
 * Fits a spec with several numbers of latent classes. Returns a table.
 *
 * @throws CommandError for a spec without alternatives
 */
function classComparison(spec: Spec, table: Table, numbers: readonly number[]): string {
  const { alternatives } = spec;
  if (!alternatives)
    throw new CommandError('Only choices between alternatives have latent classes: remove --compare-classes.');
  const expansionOf = (classes: number) => {
    const own = classes === 1 ? undefined : { ...alternatives.classes, number: classes };
    return expandSpec({ ...spec, alternatives: { ...alternatives, classes: own } }, table);
  };
  const compared = compareClasses(
    numbers,
    (classes) => parseRecipe(expansionOf(classes).recipe),
    expansionOf(numbers[0]!).table,
  );
  return comparisonText(compared);
}

function comparisonText(compared: readonly ComparedClasses[]): string {
  const fits = compared.flatMap((one) => ('problem' in one ? [] : one));
  const lowest = (of: (fit: (typeof fits)[number]) => number) => Math.min(...fits.map(of));
  const marked = (value: number, digits: number, best: number) =>
    `${value.toFixed(digits)}${value === best ? '*' : ' '}`;
  const [bic, loss] = [lowest((fit) => fit.bic), lowest((fit) => fit.heldOutLogLoss)];
  const table = textTable([
    [
      'Classes',
      'Parameters',
      'Log-likelihood',
      'BIC ',
      'Held-out log loss ',
      'Smallest share',
      'Starts at the best maximum',
    ],
    ...fits.map((fit) => [
      String(fit.classes),
      String(fit.parameters),
      fit.logLikelihood.toFixed(3),
      marked(fit.bic, 2, bic),
      marked(fit.heldOutLogLoss, 4, loss),
      `${(100 * fit.smallestShare).toFixed(1)}%`,
      fit.starts ? `${fit.starts.reachedBest} of ${fit.starts.continued}` : '',
    ]),
  ]);
  const problems = compared.flatMap((one) =>
    'problem' in one ? [`${one.classes} classes have no fit: ${one.problem}.`] : [],
  );
  const observations =
    fits[0] && `${fits[0].observations.toLocaleString('en')} observations; * marks the lowest value.`;
  return [table, ...(observations ? [observations] : []), ...problems].join('\n\n');
}

interface Options {
  data?: string;
  edges?: string;
  reference?: string;
  out?: string;
  posteriors?: string;
  compareClasses?: number[];
  explain?: boolean;
  details?: boolean;
  on: string;
}

const example = `
Examples:
  npm run --silent cli -- workflow fit letters.yaml
  npm run --silent cli -- workflow fit my-spec.yaml --data my-data.csv --out my-workflow.json

docs/analyst/spec-reference.md describes specs. The same spec, data and day produce an identical file.`;

export function fitCommand(): Command {
  return new Command('fit')
    .description('Fit a workflow to data: create a definition from a spec')
    .argument('<file>', 'spec (YAML or JSON)')
    .option('--data <file>', 'data (CSV, TSV, NDJSON or Parquet). Default: `data` of the spec, in its folder')
    .option('--edges <file>', 'edges of the network (CSV, TSV, NDJSON or Parquet), if the spec uses one')
    .option('--out <file>', 'output file for the definition. Default: the spec with the extension .json')
    .option(
      '--explain',
      'print the formulas, the estimates with robust standard errors, the fit and the correlations, in place of the results',
    )
    .option(
      '--details',
      'print the estimates of both samples with their iterations, ranges and reference fit, in place of the results',
    )
    .option('--posteriors <file>', 'output file (CSV) for the own coefficients or classes of each respondent')
    .option(
      '--compare-classes <range>',
      'fit the spec with each number of latent classes in a range, such as 1-4, print a table, and write no file',
      classRange,
    )
    .option('--reference <file>', 'fit of another program to compare with, as configured in the spec (JSON)')
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
  const spec = readSpec(file);
  const out = outFile(file, options);
  const { path, table } = await readDataOf(file, spec, options.data);
  const named = { ...spec, data: spec.data ?? basename(path) };
  const { compareClasses: numbers } = options;
  if (numbers) {
    process.stdout.write(`${about(file, () => classComparison(named, table, numbers))}\n`);
    return;
  }
  const { expansion, recipe } = expanded(file, named, table);
  const edges = options.edges === undefined ? undefined : await readTableFile(options.edges);
  const reference = options.reference === undefined ? undefined : readJson(options.reference);
  const calibration = about(path, () =>
    aboutReference(options.reference, () =>
      calibrate({ recipe, data: expansion.table, edges, reference, calibratedOn: options.on }),
    ),
  );
  if (options.posteriors !== undefined)
    writePosteriors(options.posteriors, posteriorsOf(calibration, recipe, expansion.table));
  const described = calibration.held ? describeFit(calibration, expansion.questions) : undefined;
  const { definition } = described ?? calibration;
  write(out, definition, [
    modelWords(recipe.definition),
    expansion.notes.join('\n'),
    ...(options.explain
      ? [explanationText(withRobustErrors(calibration))]
      : described && !options.details && options.reference === undefined
        ? [fitResultText(described), ...priorsText(definition.evidence.estimates)]
        : [calibrationText(calibration)]),
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

function outFile(spec: string, { out = `${spec.replace(/\.(ya?ml|json)$/i, '')}.json` }: Options): string {
  if (out === spec) throw new CommandError(`The definition would replace ${spec}. Use --out.`);
  return out;
}

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
