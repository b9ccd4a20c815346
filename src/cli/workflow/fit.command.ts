import { Command } from 'commander';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseRecipe } from '../../calibration/recipe/parse-recipe.js';
import { expandSpec } from '../../calibration/spec/expand-spec.js';
import { parseSpec } from '../../calibration/spec/parse-spec.js';
import { modelWords } from '../../calibration/results/model-words.js';
import { fitSpec } from '../../simulations/kinds/fit/fit-spec.js';
import { CommandError } from '../command-error.js';
import { day } from '../options.js';
import { about } from './files.js';
import { jsonText } from './json-text.js';
import { fitResultText } from './fit-result-text.js';
import { readTableFile } from './read-table.js';
import { wordingOf, wordingText } from './wording-text.js';

interface Options {
  data?: string;
  out?: string;
  emitSpec?: true | string;
  on: string;
}

const example = `
Example:
  npm run --silent cli -- workflow fit letters.yaml

docs/calibration.md describes the spec. The same spec, data and day produce an identical file.`;

export function fitCommand(): Command {
  return new Command('fit')
    .description('Fit a workflow to data: create a definition from a short spec with a formula')
    .argument('<file>', 'spec (YAML)')
    .option('--data <file>', 'data. Default: `data` of the spec, in its folder')
    .option('--out <file>', 'output file for the definition. Default: the spec with the extension .json')
    .option('--emit-spec [file]', 'write the full spec, and do not fit. Default: standard output')
    .option('--on <day>', 'date of the calibration', day, new Date().toISOString().slice(0, 10))
    .addHelpText('after', example)
    .action(fit);
}

async function fit(file: string, options: Options): Promise<void> {
  const spec = about(file, () => parseSpec(textOf(file)));
  const data = options.data ?? (spec.data === undefined ? undefined : join(dirname(file), spec.data));
  if (data === undefined) throw new CommandError(`${file} has no \`data\`. Add it, or use --data.`);
  const table = await readTableFile(data);
  const expansion = about(file, () => expandSpec({ ...spec, data: spec.data ?? basename(data) }, table));
  if (options.emitSpec !== undefined) return emit(expansion.recipe, options.emitSpec);
  const recipe = about(file, () => parseRecipe(expansion.recipe));
  const { calibration, result } = about(data, () => fitSpec({ recipe, expansion, calibratedOn: options.on }));
  const out = options.out ?? file.replace(/\.ya?ml$/, '') + '.json';
  writeFileSync(out, jsonText(result.definition));
  const wording = wordingText(wordingOf(calibration.definition));
  const parts = [
    modelWords(recipe.definition),
    expansion.notes.join('\n'),
    fitResultText(result),
    ...(wording ? [wording] : []),
    `Definition written to ${out}.`,
  ];
  process.stdout.write(`${parts.join('\n\n')}\n`);
}

function emit(recipe: unknown, target: true | string): void {
  if (target === true) process.stdout.write(jsonText(recipe));
  else {
    writeFileSync(target, jsonText(recipe));
    process.stdout.write(`Full spec written to ${target}.\n`);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`Cannot read ${file}.`);
  }
}
