import { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { calibrate as calibrateModel } from '../../calibration/calibrate.js';
import { parseRecipe } from '../../calibration/recipe/parse-recipe.js';
import { ReferenceFitError } from '../../calibration/recipe/recipe-error.js';
import { CommandError } from '../command-error.js';
import { day } from '../options.js';
import { about, readJson } from './files.js';
import { calibrationText } from './calibration-text.js';
import { jsonText } from './json-text.js';
import { readTableFile } from './read-table.js';
import { wordingOf, wordingText } from './wording-text.js';

interface Options {
  recipe: string;
  data: string;
  edges?: string;
  out: string;
  reference?: string;
  on: string;
}

const example = `
Example:
  npm run --silent cli -- workflow calibrate --recipe my-recipe.json --data my-data.csv --out my-workflow.json

docs/spec-reference.md describes the recipe. The same recipe, data and day produce an identical file.`;

export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description('Fit a workflow to data: create a definition from a recipe and a CSV file')
    .requiredOption(
      '--recipe <file>',
      'calibration recipe: the definition without its estimates, and the meaning of the columns (JSON)',
    )
    .requiredOption('--data <file>', 'data (CSV, NDJSON or Parquet, with the names of the columns)')
    .option('--edges <file>', 'edges of the network (CSV, NDJSON or Parquet), if the recipe uses one')
    .requiredOption('--out <file>', 'output file for the definition')
    .option('--reference <file>', 'fit of another program to compare with, as configured in the recipe (JSON)')
    .option(
      '--on <day>',
      'date of the calibration, if the recipe contains none',
      day,
      new Date().toISOString().slice(0, 10),
    )
    .addHelpText('after', example)
    .action(calibrate);
}

async function calibrate(options: Options): Promise<void> {
  const recipe = about(options.recipe, () => parseRecipe(readJson(options.recipe)));
  const data = await readTableFile(options.data);
  const edges = options.edges === undefined ? undefined : await readTableFile(options.edges);
  const calibration = about(options.data, () =>
    aboutReference(options.reference, () =>
      calibrateModel({
        recipe,
        data,
        edges,
        reference: options.reference === undefined ? undefined : readJson(options.reference),
        calibratedOn: options.on,
      }),
    ),
  );
  writeFileSync(options.out, jsonText(calibration.document));
  const wording = wordingText(wordingOf(calibration.definition));
  const parts = [calibrationText(calibration), ...(wording ? [wording] : []), `Definition written to ${options.out}.`];
  process.stdout.write(`${parts.join('\n\n')}\n`);
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
