import { Command, InvalidArgumentError, Option } from 'commander';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backtest as runBacktest } from '../../../model/fitting/backtest.js';
import { parseDefinition } from '../../../model/simulate.js';
import { CommandError } from '../options.js';
import { dataFolder, expanded, readSpec, readTableFile } from './read-spec.js';
import { about, readJson, jsonText } from './files.js';
import { textTable } from './calibration-text.js';
import type { Backtest } from '../../../model/fitting/calibration.js';

interface Options {
  data?: string;
  catalog: string;
  agents: number;
  seed: number;
  write?: boolean;
}

const dataVariable = 'CALIBRATION_DATA';

const example = `
Example:
  npm run --silent cli -- workflow backtest swissmetro-mode-choice --data ../calibration

The command simulates agents for each held-out row and compares their outcomes with the observed ones. It fails if the simulated
shares differ from the predicted probabilities by more than the random error explains.`;

export function backtestCommand(): Command {
  return new Command('backtest')
    .description('Simulate the held-out respondents of workflows and compare outcomes')
    .argument('[slug]', 'workflow id. Default: all workflows with data')
    .addOption(
      new Option('--data <folder>', 'folder of the calibration data, with <slug>/data.csv and optional edges.csv').env(
        dataVariable,
      ),
    )
    .option('--catalog <folder>', 'folder of the definitions, with their specs in specs/', 'catalog')
    .option('--agents <count>', 'agents for each held-out observation', wholeNumberFrom(2), 20)
    .option('--seed <seed>', 'random seed', wholeNumberFrom(0), 1)
    .option('--write', 'write the simulated results into the evidence of the definition')
    .addHelpText('after', example)
    .action(backtest);
}

async function backtest(slug: string | undefined, { data, ...others }: Options, command: Command): Promise<void> {
  if (data === undefined) command.error(`error: specify the calibration data with --data or ${dataVariable}`);
  if (!existsSync(data))
    throw new CommandError(`The calibration data folder ${data} does not exist. Correct --data or ${dataVariable}.`);
  const options = { ...others, data };
  const slugs = slug === undefined ? slugsWithData(options) : [slug];
  for (const one of slugs) {
    const result = await backtestOne(one, options);
    process.stdout.write(`${one}\n${backtestText(result)}\n\n`);
    if (options.write) writeFileSync(join(options.catalog, `${one}.json`), jsonText(result.definition));
  }
}

function slugsWithData({ catalog, data }: Required<Pick<Options, 'catalog' | 'data'>>): string[] {
  const folder = join(catalog, 'specs');
  const slugs = existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.yaml$/, '')) : [];
  const found = slugs.filter(
    (slug) =>
      existsSync(join(dataFolder(data, join(folder, `${slug}.yaml`)), 'data.csv')) &&
      existsSync(join(catalog, `${slug}.json`)),
  );
  if (found.length === 0)
    throw new CommandError(
      `No workflow in ${catalog} has both a spec in ${folder} and data in ${data}. Correct --data or ${dataVariable}.`,
    );
  return found.sort();
}

async function backtestOne(
  slug: string,
  { catalog, data: root, agents, seed }: Options & { data: string },
): Promise<Backtest> {
  const [specFile, definitionFile] = [join(catalog, 'specs', `${slug}.yaml`), join(catalog, `${slug}.json`)];
  const folder = dataFolder(root, specFile);
  const [dataFile, edgesFile] = [join(folder, 'data.csv'), join(folder, 'edges.csv')];
  for (const file of [specFile, definitionFile, dataFile])
    if (!existsSync(file)) throw new CommandError(`The backtest of ${slug} requires ${file}, which does not exist.`);
  const spec = readSpec(specFile);
  const definition = about(definitionFile, () => parseDefinition(readJson(definitionFile)));
  const { expansion, recipe } = expanded(specFile, spec, await readTableFile(dataFile));
  const edges = existsSync(edgesFile) ? await readTableFile(edgesFile) : undefined;
  return about(definitionFile, () => runBacktest({ recipe, definition, data: expansion.table, edges, agents, seed }));
}

function backtestText({ holdOut }: Backtest): string {
  const line = (name: string, one: { observed: number; predicted: number; simulated?: number | undefined }) => [
    name,
    one.observed.toFixed(4),
    one.predicted.toFixed(4),
    one.simulated?.toFixed(4) ?? '',
  ];
  const { outcomes, measures = [], segments, effects = [], curves = [] } = holdOut;
  return textTable([
    [`${holdOut.simulation?.agents} agents`, 'observed', 'predicted', 'simulated'],
    ...outcomes.map((one) => line(one.outcome, one)),
    ...measures.map((one) => line(one.measure, one)),
    ...segments.flatMap(({ attribute, category, outcomes: own }) =>
      own.map((one) => line(`${one.outcome} if ${attribute} is ${category}`, one)),
    ),
    ...effects.map((one) => line(one.label, one)),
    ...curves.flatMap(({ curve, points }) => points.map((point) => line(`${curve} at ${point.step}`, point))),
  ]);
}

function wholeNumberFrom(min: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!Number.isSafeInteger(number) || number < min)
      throw new InvalidArgumentError(`Must be a whole number of at least ${min}.`);
    return number;
  };
}
