import { Command, InvalidArgumentError, Option } from 'commander';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backtest as runBacktest } from '../../calibration/calibrate-backtest.js';
import { parseSpec } from '../../calibration/spec/parse-spec.js';
import { parseDefinition } from '../../engine/index.js';
import { CommandError } from '../command-error.js';
import { about, readJson } from './files.js';
import { jsonText } from './json-text.js';
import { readTable } from './read-table.js';
import { textTable } from './text-table.js';
import { type Backtest } from '../../calibration/backtest.js';

interface Options {
  data: string;
  catalog: string;
  agents: number;
  seed: number;
  write?: boolean;
}

const example = `
Example:
  npm run --silent cli -- workflow backtest swissmetro-mode-choice --data ../calibration

Every held-out row is simulated with agents in its situation, and what they do is held against what people did. It fails where the agents
leave the model's closed form by more than their luck.`;

export function backtestCommand(): Command {
  return new Command('backtest')
    .description('simulate the held-out people of workflows and compare them with what they did')
    .argument('[slug]', 'the workflow; every one whose data are there without it')
    .addOption(
      new Option('--data <folder>', 'holds a folder for each workflow, with data.csv and perhaps edges.csv')
        .env('CALIBRATION_DATA')
        .makeOptionMandatory(),
    )
    .option('--catalog <folder>', 'holds the definitions, and their specs in specs/', 'src/catalog')
    .option('--agents <count>', 'agents for each held-out answer', whole(2), 20)
    .option('--seed <seed>', 'whose luck the agents have', whole(0), 1)
    .option('--write', 'put what the agents did into the evidence of the definition')
    .addHelpText('after', example)
    .action(backtest);
}

function backtest(slug: string | undefined, options: Options): void {
  const slugs = slug === undefined ? slugsWithData(options) : [slug];
  for (const one of slugs) {
    const result = backtestOne(one, options);
    process.stdout.write(`${one}\n${backtestText(result)}\n\n`);
    if (options.write) writeFileSync(join(options.catalog, `${one}.json`), jsonText(result.definition));
  }
}

function slugsWithData({ catalog, data }: Options): string[] {
  const folder = join(catalog, 'specs');
  const slugs = existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.json$/, '')) : [];
  const found = slugs.filter(
    (slug) => existsSync(join(data, slug, 'data.csv')) && existsSync(join(catalog, `${slug}.json`)),
  );
  if (found.length === 0)
    throw new CommandError(`No workflow of ${catalog} has a spec in ${folder} and data in ${data}.`);
  return found.sort();
}

function backtestOne(slug: string, { catalog, data, agents, seed }: Options): Backtest {
  const [specFile, definitionFile] = [join(catalog, 'specs', `${slug}.json`), join(catalog, `${slug}.json`)];
  const [dataFile, edgesFile] = [join(data, slug, 'data.csv'), join(data, slug, 'edges.csv')];
  for (const file of [specFile, definitionFile, dataFile])
    if (!existsSync(file)) throw new CommandError(`${file} is not there, and a backtest of ${slug} needs it.`);
  const spec = about(specFile, () => parseSpec(readJson(specFile)));
  const definition = about(definitionFile, () => parseDefinition(readJson(definitionFile)));
  return about(definitionFile, () =>
    runBacktest({
      spec,
      definition,
      data: readTable(dataFile),
      edges: existsSync(edgesFile) ? readTable(edgesFile) : undefined,
      agents,
      seed,
    }),
  );
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
      own.map((one) => line(`${one.outcome} among ${attribute} ${category}`, one)),
    ),
    ...effects.map((one) => line(one.label, one)),
    ...curves.flatMap(({ curve, points }) => points.map((point) => line(`${curve} at ${point.step}`, point))),
  ]);
}

function whole(least: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!Number.isSafeInteger(number) || number < least)
      throw new InvalidArgumentError(`It takes a whole number from ${least}.`);
    return number;
  };
}
