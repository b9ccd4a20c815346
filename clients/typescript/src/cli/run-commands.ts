import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { SimulationService } from '../client.js';
import { kinds } from '../kinds.js';
import type { NameOf, RunFilters, RunPath } from '../runs.js';
import type { Comparisons, Reading } from '../simulations.js';
import { assignment, number, scenarioOf, valuesOf, wholeNumber } from './arguments.js';
import { clientOf, type CommonOptions, interruption, print, progressOf, terminalWidth } from './context.js';
import { answerText, plain, tableText } from './text.js';

const paths = Object.values(kinds).map(({ path }) => path);

/** The property of the client that creates runs of a kind, by its path. */
const nameOf = <Path extends RunPath>(path: Path) =>
  path.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as NameOf<Path>;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('The request is not valid JSON.');
  }
}

interface ListOptions {
  limit: number;
  kind?: string;
  status?: string;
  createdBy?: string;
}

interface Size extends CommonOptions {
  agents?: number;
  seed?: number;
}

const sizeOf = ({ agents, seed }: Size) => ({ agent_count: agents, seed });

/** Adds the options that all runs have. */
const sized = (command: Command) =>
  command
    .option('-a, --agents <count>', 'number of agents; default: as the workflow recommends', wholeNumber)
    .option('-s, --seed <seed>', 'seed; the same seed has the same result', wholeNumber);

/** Waits for created runs, which Ctrl-C does not cancel, and prints their answers. */
async function printAnswers(client: SimulationService, ids: readonly string[], options: CommonOptions): Promise<void> {
  process.once('SIGINT', () => {
    process.stderr.write(`\nThe run goes on: simulate show ${ids[0]}. To end it: simulate cancel ${ids[0]}.\n`);
    interruption.abort();
  });
  const records: unknown[] = [];
  for (const id of ids) {
    const onProgress = progressOf(options) as never;
    records.push(client.runs.completed(await client.runs.wait(id, { signal: interruption.signal, onProgress })));
  }
  if (options.json) return print(options, ids.length === 1 ? records[0] : records, String);
  await show(client, ids[0]!, options);
  if (ids.length === 1) return;
  const [first, ...others] = ids as [string, ...string[]];
  const views = await Promise.all(others.map((id) => client.simulations.view(id, { compareWith: first })));
  print(options, undefined, () => views.map(({ headline }) => plain(headline.text)).join('\n'));
  print(options, undefined, comparisonText((await client.simulations.compare(ids)).comparisons));
}

async function show(client: SimulationService, id: string, options: CommonOptions): Promise<void> {
  if (options.json) return print(options, await client.runs.get(id), String);
  const view = await client.runs.view(id);
  print(options, undefined, () => answerText(view, id, terminalWidth()));
}

const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
const points = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}`;
const range = (ends: number[] | null, format: (value: number) => string) => ends?.map(format).join(' to ') ?? 'unknown';

type Errors = Record<string, number | null> | null;

/** A star marks an interval without a part of the error. */
const marked = (ends: number[] | null, errors: Errors, format: (value: number) => string) =>
  `${range(ends, format)}${Object.values(errors ?? {}).includes(null) ? ' *' : ''}`;

const comparisonText = (comparisons: Comparisons['comparisons']) => (): string => {
  const table = tableText(
    ['Simulation', 'Outcome', 'Share', '95% interval', 'Difference (points)', '95% interval'],
    comparisons.flatMap(({ simulation_id, outcomes, outcome_groups }) =>
      [...outcomes, ...outcome_groups].map(
        ({ label, share, interval, errors, difference, difference_interval, difference_errors }) => [
          ...[simulation_id, label, percent(share), marked(interval, errors, percent)],
          ...[points(difference), marked(difference_interval, difference_errors, points)],
        ],
      ),
    ),
  );
  return table.includes(' *') ? `${table}\n\n* Without the parts of the error that are not known: see --json.` : table;
};

async function save(response: Response, file: string | undefined): Promise<void> {
  const body = Readable.fromWeb(response.body as never);
  await (file === undefined ? pipeline(body, process.stdout, { end: false }) : pipeline(body, createWriteStream(file)));
}

/** The first lines about a question that the model does not answer completely. */
const coverageText = ({ coverage, warnings }: Reading): string =>
  coverage === 'full' ? '' : `Coverage: ${coverage}\n${warnings.map((text) => `- ${plain(text)}\n`).join('')}\n`;

export function addRunCommands(program: Command): void {
  sized(program.command('ask <question>'))
    .description('ask a question in English')
    .option('--dry-run', 'show how the question is read, and its cost')
    .action(async (question: string, options: Size & { dryRun?: boolean }) => {
      const client = clientOf(options);
      if (options.dryRun) {
        const { plan, reading } = await client.simulations.dryRunOfQuestion(question, sizeOf(options));
        print(
          options,
          { ...plan, reading },
          () =>
            coverageText(reading) +
            tableText(
              ['Workflow', 'Confidence', 'Parameter', 'Value', 'Words'],
              [
                [reading.routed_via.workflow_name, reading.routed_via.confidence.toFixed(2), '', '', ''],
                ...reading.interpreted.map(({ parameter, value, words }) => [
                  ...['', '', parameter, String(value), words ?? ''],
                ]),
              ],
            ),
        );
        return;
      }
      const { simulation, reading } = await client.simulations.createFromQuestion(question, sizeOf(options));
      if (!options.json) for (const warning of reading.warnings) process.stderr.write(`${plain(warning)}\n`);
      await printAnswers(client, [simulation.id, ...reading.also.flatMap(({ id }) => id ?? [])], options);
    });

  sized(program.command('run <workflow> [values...]'))
    .description('run a scenario, such as: run swissmetro-mode-choice swissmetro_cost_factor=0.8')
    .option('--dry-run', 'show the cost and the expected precision')
    .action(async (workflow_id: string, values: string[], options: Size & { dryRun?: boolean }) => {
      const client = clientOf(options);
      const request = { workflow_id, scenario_context: scenarioOf(values), ...sizeOf(options) };
      if (!options.dryRun) return printAnswers(client, [(await client.simulations.create(request)).id], options);
      const plan = await client.simulations.dryRun(request);
      const { cost, expected_run_time, expected_precision, agent_count } = plan;
      print(options, plan, () =>
        [
          `${agent_count.toLocaleString('en-US')} agents, ${cost.simulations} of ${cost.simulations_left} simulations left, about ${expected_run_time.ms} ms.`,
          `95% intervals of shares: about ±${(100 * expected_precision.share_half_width).toFixed(1)} points.`,
        ].join('\n'),
      );
    });

  sized(program.command('sweep <workflow> <values...>'))
    .description('run a grid of values, such as: sweep swissmetro-mode-choice swissmetro_cost_factor=0.8..1.2:5')
    .action(async (workflow_id: string, values: string[], options: Size) => {
      const client = clientOf(options);
      const parameters = values.map(assignment).map(([name, text]) => ({ name, values: valuesOf(text) }));
      const created = await client.sweeps.create({ workflow_id, parameters: parameters as never, ...sizeOf(options) });
      await printAnswers(client, [created.id], options);
    });

  sized(program.command('goal <workflow> <parameter>'))
    .description('search for the value with which a share reaches a target')
    .requiredOption('--share <outcome>', 'id of the outcome')
    .requiredOption('--target <share>', 'share to reach, from 0 to 1', number)
    .action(async (workflow_id: string, parameter: string, options: Size & { share: string; target: number }) => {
      const client = clientOf(options);
      const { share, target } = options;
      const created = await client.goals.create({
        workflow_id,
        parameters: [{ name: parameter }],
        objective: { goal: 'reach', share, target },
        ...sizeOf(options),
      });
      await printAnswers(client, [created.id], options);
    });

  program
    .command('create <kind> <request>')
    .description('create a run from a request in JSON; the kind is its path, such as simulations or goals')
    .action(async (kind: string, text: string, options: CommonOptions) => {
      const path = paths.find((one) => one === kind);
      if (!path) throw new InvalidArgumentError(`The kind must be one of ${paths.join(', ')}.`);
      const { id } = await clientOf(options)[nameOf(path) as 'goals'].create(jsonOf(text) as never);
      await printAnswers(clientOf(options), [id], options);
    });

  program
    .command('show <id>')
    .description('show the answer of a run')
    .action((id: string, options: CommonOptions) => show(clientOf(options), id, options));

  const out = ['-o, --out <file>', 'file; default: the standard output'] as const;
  const format = ['-f, --format <format>', 'csv, ndjson or parquet', 'csv'] as const;
  type Download = CommonOptions & { format: 'csv'; out?: string };
  program
    .command('results <id>')
    .description('download the agents of a simulation')
    .option(...format)
    .option(...out)
    .action(async (id: string, options: Download) =>
      save(await clientOf(options).simulations.results(id, { format: options.format }), options.out),
    );
  program
    .command('table <id>')
    .description('download the figures of a run')
    .option(...format)
    .option(...out)
    .action(async (id: string, options: Download) =>
      save(await clientOf(options).runs.table(id, { format: options.format }), options.out),
    );
  program
    .command('report <id>')
    .description('download the report of a run as a web page')
    .option(...out)
    .action(async (id: string, options: Download) =>
      save(new Response(await clientOf(options).runs.report(id)), options.out),
    );

  program
    .command('list')
    .description('list runs of all kinds, newest first')
    .option('-n, --limit <count>', 'how many', wholeNumber, 20)
    .option('--kind <kind>', 'only runs of this kind, such as sweep')
    .option('--status <status>', 'only runs with this status, such as failed')
    .option('--created-by <id>', 'only runs of this user or API key; "me" is your own key')
    .action(async ({ limit, kind, status, createdBy, ...options }: CommonOptions & ListOptions) => {
      // The service checks the values, and its error lists the valid ones.
      const filters = { ...(kind && { kind }), ...(status && { status }), ...(createdBy && { created_by: createdBy }) };
      const runs = await clientOf(options)
        .runs.list(filters as RunFilters<RunPath>)
        .toArray(limit);
      print(options, runs, () =>
        tableText(
          ['Id', 'Kind', 'Status', 'Workflow', 'Created', 'Name'],
          runs.map(({ id, object, status: own, workflow_id, created_at, name }) => [
            ...[id, object, own, workflow_id, created_at.slice(0, 16).replace('T', ' '), name ?? ''],
          ]),
        ),
      );
    });

  program
    .command('cancel <id>')
    .description('cancel a run')
    .action(async (id: string, options: CommonOptions) => {
      const record = await clientOf(options).runs.cancel(id);
      print(options, record, () => `${id} is ${(record as { status: string }).status}.`);
    });

  program
    .command('compare <ids...>')
    .description('compare simulations with the first one')
    .action(async (ids: string[], options: CommonOptions) => {
      const compared = await clientOf(options).simulations.compare(ids);
      print(options, compared, comparisonText(compared.comparisons));
    });
}
