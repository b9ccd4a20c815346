import { Command, InvalidArgumentError, Option } from 'commander';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../common/crypto.js';
import {
  definitionDigest,
  resolveScenario,
  type Scenario,
  type WorkflowDefinition,
} from '../../../model/definition.js';
import {
  blockAgents,
  blockCount,
  type BlockStatistics,
  combineBlocks,
  decodeBlock,
  encodeBlock,
  parseDefinition,
  simulateBlock,
} from '../../../model/simulate.js';
import { codebookMetadata } from '../../simulations/results/agent-table.js';
import { encodeAgents } from '../../simulations/results/column-table.js';
import { CommandError, countUpTo, jsonOption, print } from '../options.js';
import { about, readJson } from '../workflow/files.js';

/** Agents whose index fits the Parquet files. */
const maxAgents = 999_999_999;

interface RunOptions {
  agents: number;
  seed: number;
  scenario: unknown;
  part: Part;
  out: string;
  json?: boolean;
}

interface Part {
  readonly number: number;
  readonly of: number;
}

interface Simulated {
  readonly definition_digest: string;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly agent_count: number;
}

const runExample = `
Example: 1,000,000 agents on 20 machines that share a folder; this one is the third.
  cli simulation run-part swissmetro.json --agents 1000000 --scenario '{"swissmetro_cost_factor":0.8}' --part 3/20 --out results
  cli simulation merge-parts swissmetro.json --from results

A part writes two files for each block of ${blockAgents} agents: agents-<block>.parquet and statistics-<block>.json. Part k of n has the
blocks from (k - 1)/n to k/n of all, so that a part can have none. The files do not depend on the number of parts. The commands require no
database and no running service.`;

export function runPartCommand(): Command {
  return new Command('run-part')
    .description('Simulate a part of the agents of a definition, on any machine')
    .argument('<definition>', 'definition (JSON)')
    .requiredOption('--agents <count>', 'agents of the whole simulation', countUpTo(maxAgents))
    .option('--seed <seed>', 'seed', seed, 1)
    .option('--scenario <json>', 'values of parameters, as in scenario_context', json, {})
    .addOption(new Option('--part <k/n>', 'part k of n parts').argParser(part).default({ number: 1, of: 1 }, '1/1'))
    .requiredOption('--out <folder>', 'folder for the files')
    .addOption(jsonOption())
    .addHelpText('after', runExample)
    .action(runPart);
}

export function mergePartsCommand(): Command {
  return new Command('merge-parts')
    .description('Print the summary and the digest of a simulation from the statistics of all its parts')
    .argument('<definition>', 'definition (JSON)')
    .requiredOption('--from <folder>', 'folder with the statistics-<block>.json of all parts')
    .addOption(jsonOption())
    .action(mergeParts);
}

function seed(value: string): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('Must be a whole number from 0 to 2^53 - 1.');
  return number;
}

function json(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidArgumentError('Must be a JSON object, like {"price":0.8}.');
  }
}

function part(value: string): Part {
  const [, number = 0, of = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(value) ?? []).map(Number);
  if (number < 1 || number > of)
    throw new InvalidArgumentError('Must be like 3/20, with the first number from 1 to 20.');
  return { number, of };
}

function runPart(
  file: string,
  { agents, seed: own, scenario: values, part: { number, of }, out, ...options }: RunOptions,
): void {
  const definition = readDefinition(file);
  const scenario = scenarioOf(definition, values);
  const simulated: Simulated = {
    ...{ definition_digest: definitionDigest(definition), scenario },
    ...{ seed: own, agent_count: agents },
  };
  const blocks = blockCount(agents);
  const [from, to] = [Math.floor(((number - 1) * blocks) / of), Math.floor((number * blocks) / of)];
  mkdirSync(out, { recursive: true });
  for (let block = from; block < to; block++) {
    const { columns, ...rest } = about(file, () =>
      simulateBlock({ definition, scenario, seed: own, agentCount: agents }, block),
    );
    const name = String(block).padStart(5, '0');
    const metadata = codebookMetadata(definition, columns);
    writeFileSync(join(out, `agents-${name}.parquet`), encodeAgents(columns, metadata, block * blockAgents));
    // The statistics are written last: they show that the block is complete.
    writeFileSync(join(out, `statistics-${name}.json`), `${JSON.stringify(simulated)}\n${encodeBlock(rest)}\n`);
  }
  const done = { part: number, parts: of, blocks: to - from, of_blocks: blocks, out };
  print(options.json, done, `Part ${number} of ${of}: ${to - from} of ${blocks} blocks in ${out}.`);
}

function mergeParts(file: string, { from, json: asJson }: { from: string; json?: boolean }): void {
  const definition = readDefinition(file);
  const files = readdirSync(from).filter((name) => /^statistics-\d+\.json$/.test(name));
  const [first, ...others] = files.map((name) => readStatistics(join(from, name)));
  if (!first) throw new CommandError(`${from} has no file like statistics-00000.json.`);
  const different = others.findIndex(({ simulated }) => canonicalJson(simulated) !== canonicalJson(first.simulated));
  if (different !== -1)
    throw new CommandError(`${files[different + 1]} in ${from} belongs to another simulation than ${files[0]}.`);
  const { definition_digest: digestOfParts, scenario, agent_count: agentCount } = first.simulated;
  if (digestOfParts !== definitionDigest(definition))
    throw new CommandError(`The parts in ${from} have another definition than ${file}.`);
  const blocks = [first, ...others].map(({ block }) => block);
  const { summary, digest } = about(from, () => combineBlocks({ definition, scenario, agentCount }, blocks));
  const shares = summary.outcomes.map(({ label, share, interval }) => {
    const percent = (value: number) => (100 * value).toFixed(1);
    const range = interval ? ` (95% interval ${interval.map(percent).join(' to ')})` : '';
    return `  ${percent(share).padStart(5)} %  ${label}${range}`;
  });
  const text = [
    `${agentCount} agents of ${definition.workflow_id} ${definition.version}`,
    `  digest ${digest}`,
    ...shares,
  ];
  print(asJson, { ...first.simulated, digest, summary }, text.join('\n'));
}

function readDefinition(file: string): WorkflowDefinition {
  const document = readJson(file);
  return about(file, () => parseDefinition(document));
}

function scenarioOf(definition: WorkflowDefinition, values: unknown): Scenario {
  const resolved = resolveScenario(definition, values);
  if (resolved.ok) return resolved.scenario;
  const [{ path, message }] = resolved.issues as [(typeof resolved.issues)[number]];
  throw new CommandError(`--scenario: ${path} ${message}`);
}

/** @throws CommandError for a file that no part has written */
function readStatistics(file: string): { simulated: Simulated; block: BlockStatistics } {
  const [simulated, block] = readFileSync(file, 'utf8').split('\n');
  try {
    return { simulated: JSON.parse(simulated!) as Simulated, block: decodeBlock(block!) };
  } catch {
    throw new CommandError(`${file} is not complete. Run its part again.`);
  }
}
