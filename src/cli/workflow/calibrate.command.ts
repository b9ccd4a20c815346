import { Command, InvalidArgumentError } from 'commander';
import { writeFileSync } from 'node:fs';
import { calibrate as calibrateModel } from '../../calibration/calibrate.js';
import { parseSpec } from '../../calibration/spec/parse-spec.js';
import { about, readJson } from './files.js';
import { calibrationText } from './calibration-text.js';
import { jsonText } from './json-text.js';
import { readTable } from './read-table.js';

interface Options {
  spec: string;
  data: string;
  edges?: string;
  out: string;
  reference?: string;
  on: string;
}

const example = `
Example:
  npm run --silent cli -- workflow calibrate --spec my-spec.json --data my-data.csv --out my-workflow.json

docs/calibration.md says how a spec is written. The same spec, data and day give the same file, byte for byte.`;

export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description('fit a workflow to data: from a spec and a CSV to a whole definition')
    .requiredOption('--spec <file>', 'the definition without its numbers, and how the data are read (JSON)')
    .requiredOption('--data <file>', 'the data (CSV with a header)')
    .option('--edges <file>', 'who knows whom (CSV), where the spec expands a network')
    .requiredOption('--out <file>', 'where the definition is written')
    .option('--reference <file>', "another program's fit to compare with, as the spec says how (JSON)")
    .option(
      '--on <day>',
      'the day of the calibration, where the spec names none',
      day,
      new Date().toISOString().slice(0, 10),
    )
    .addHelpText('after', example)
    .action(calibrate);
}

function calibrate(options: Options): void {
  const spec = about(options.spec, () => parseSpec(readJson(options.spec)));
  const calibration = about(options.data, () =>
    calibrateModel({
      spec,
      data: readTable(options.data),
      edges: options.edges === undefined ? undefined : readTable(options.edges),
      reference: options.reference === undefined ? undefined : readJson(options.reference),
      calibratedOn: options.on,
    }),
  );
  writeFileSync(options.out, jsonText(calibration.document));
  process.stdout.write(`${calibrationText(calibration)}\n\nWritten to ${options.out}\n`);
}

function day(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value)))
    throw new InvalidArgumentError('It takes a day, such as 2025-01-31.');
  return value;
}
