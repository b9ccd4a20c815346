import { Command, Option } from 'commander';
import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type DraftQuestion, draftSpec, type KnownParts } from '../../../model/authoring/draft/draft-spec.js';
import { CommandError } from '../options.js';
import { about } from './files.js';
import { readTableFile } from './read-spec.js';

interface Options extends Omit<KnownParts, 'file' | 'outcome' | 'none_chosen'> {
  levers?: KnownParts['parameters'];
  noneChosen?: KnownParts['none_chosen'];
  data: string;
  outcome?: string;
  out?: string;
  yes?: true;
}

const example = `
Example:
  npm run --silent cli -- workflow init --data letters.csv --outcome gave --parameters letter

Asks at most six questions about what does not follow from the data. Each has a flag and a default.`;

const list = (value: string): string[] => value.split(value.includes(';') ? ';' : ',').map((item) => item.trim());

export function initCommand(): Command {
  return new Command('init')
    .description('Write a spec for a data file, with a reason for each guess')
    .requiredOption('--data <file>', 'data with a header (CSV, TSV, NDJSON or Parquet)')
    .option('--outcome <column>', 'column that the model predicts. Default: a question')
    .option('--parameters <columns>', 'columns that scenarios can change, separated by commas', list)
    .addOption(new Option('--levers <columns>', 'older name of --parameters').argParser(list).hideHelp())
    .option('--randomized <columns>', 'columns that were assigned at random', list)
    .option('--group <column>', 'column with rows that belong together')
    .option('--id <column>', 'column with the respondent of a row')
    .option('--weight <column>', 'column with weights')
    .addOption(new Option('--alternatives <shape>', 'choice between alternatives').choices(['wide', 'long', 'rows']))
    .addOption(
      new Option(
        '--none-chosen <action>',
        'choices of a long file without a chosen row, or rows without attributes',
      ).choices(['drop', 'opt_out', 'alternative']),
    )
    .option('--event <value>', 'value of the outcome that the model predicts')
    .option('--end <column>', 'column that states whether the duration in the outcome ended')
    .option('--order <values>', 'values of an ordered outcome, lowest first', list)
    .addOption(new Option('--missing <action>', 'rows without a value').choices(['drop', 'impute']))
    .option('--title <text>', 'title of the workflow')
    .option('--out <file>', 'output file. Default: the data file with the extension .yaml')
    .option('--yes', 'use the defaults of all questions')
    .addHelpText('after', example)
    .action(init);
}

async function init({
  data,
  out = yamlFile(data),
  yes,
  outcome,
  noneChosen,
  levers,
  ...given
}: Options): Promise<void> {
  if (existsSync(out)) throw new CommandError(`${out} exists. Name another file with --out.`);
  const table = await readTableFile(data);
  const isAsking = !yes && process.stdin.isTTY;
  const columns = [...table.columns.keys()].slice(0, 50).join(', ');
  if (outcome === undefined && !isAsking)
    throw new CommandError(`Name the column that the model predicts with --outcome. Columns: ${columns}`);
  const predicted = outcome ?? (await answerTo(`Which column should the model predict (${columns})? `));
  const known: KnownParts = {
    ...given,
    parameters: given.parameters ?? levers,
    none_chosen: noneChosen,
    outcome: predicted,
    file: relative(dirname(out), data),
  };
  const { questions: open } = about(data, () => draftSpec(table, known));
  const questions = open.slice(0, outcome === undefined ? maxQuestions - 1 : maxQuestions);
  const answers = isAsking ? await ask(questions) : {};
  const { spec } = about(data, () => draftSpec(table, { ...known, ...answers }));
  writeFileSync(out, spec);
  process.stdout.write(`${spec}\nSpec written to ${out}. Next: npm run --silent cli -- workflow fit ${out}\n`);
}

const maxQuestions = 6;

async function answerTo(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

function yamlFile(data: string): string {
  return join(dirname(data), `${basename(data).replace(/\.[a-z]+$/i, '')}.yaml`);
}

async function ask(questions: readonly DraftQuestion[]): Promise<Partial<KnownParts>> {
  const answers: Partial<KnownParts> = {};
  for (const question of questions) {
    const answer = await answerTo(`${question.question} [${question.default}] `);
    Object.assign(answers, answerOf(question, answer || question.default));
  }
  return answers;
}

/** The answers `-`. Other questions keep their defaults. */
const noAnswers = { parameters: [], randomized: [], group: null, weight: null, end: null, order: null };

function answerOf({ part }: DraftQuestion, answer: string): Partial<KnownParts> {
  if (answer === '-') return part in noAnswers ? { [part]: noAnswers[part as keyof typeof noAnswers] } : {};
  return { [part]: part === 'parameters' || part === 'randomized' || part === 'order' ? list(answer) : answer };
}
