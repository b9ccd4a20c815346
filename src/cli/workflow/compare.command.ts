import { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { calibrate } from '../../../model/fitting/calibrate.js';
import { type FittedModel, compareFits, compareFittedModels } from '../../../model/fitting/results/compare-fits.js';
import type { Table } from '../../../model/fitting/rows/table.js';
import type { ModelComparison, WorkflowDefinition } from '../../../model/definition.js';
import { parseDefinition } from '../../../model/simulate.js';
import { CommandError, jsonOption, print } from '../options.js';
import { about, readJson, jsonText } from './files.js';
import { expanded, readSpec, readTableFile } from './read-spec.js';
import { textTable } from './calibration-text.js';

interface Options {
  json?: boolean;
  data?: string;
  write?: string;
}

const example = `
Examples:
  npm run --silent cli -- workflow compare plain.json nested.json
  npm run --silent cli -- workflow compare probit.yaml logit.yaml --data my-data.csv
  npm run --silent cli -- workflow compare probit.yaml logit.yaml --data my-data.csv --write probit.json

Prints the fit of two models of the same data: log-likelihood, information criteria and held-out scores, and the likelihood ratio test if
the model with fewer parameters is a special case of the other. With --data, both files are specs, which are fitted. Then it also prints
the log-likelihood of the held-out rows, with all rows of a respondent taken together, and Vuong's test if neither model is a special
case of the other. With --write, the page of the workflow and \`workflow explain\` show the comparison.`;

export function compareCommand(): Command {
  return new Command('compare')
    .description('Compare the fits of two models of the same data')
    .argument('<first>', 'file of a definition, or of a spec with --data')
    .argument('<second>', 'file of another definition or spec')
    .option('--data <file>', 'data (CSV, TSV, NDJSON or Parquet) to which two specs are fitted')
    .option('--write <definition>', 'write the comparison into the evidence of the definition of the first spec')
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action(compare);
}

async function compare(first: string, second: string, { json, data, write }: Options): Promise<void> {
  const files = [first, second] as const;
  if (write !== undefined && data === undefined)
    throw new CommandError('--write needs --data: the comparison comes from two specs, which are fitted.');
  const target = write === undefined ? undefined : about(write, () => parseDefinition(readJson(write)));
  const table = data === undefined ? undefined : await readTableFile(data);
  const comparison = table ? compareSpecs(files, table) : compareDefinitions(files);
  if (!comparison)
    throw new CommandError(
      `${first} and ${second} were fitted to different data or another split. Fit both models to the same rows.`,
    );
  if (write !== undefined && target) writeComparison(write, target, comparison);
  print(json, comparison, comparisonText(comparison, files));
}

function compareDefinitions(files: readonly [string, string]): ModelComparison | undefined {
  const [a, b] = files.map((file) => about(file, () => parseDefinition(readJson(file))));
  return compareFits(a!, b!);
}

function compareSpecs(files: readonly [string, string], table: Table): ModelComparison | undefined {
  const [a, b] = files.map((file) => about(file, () => fittedSpec(file, table)));
  return compareFittedModels(a!, b!);
}

/** @throws CommandError if the definition has another fit than the first model of the comparison */
function writeComparison(file: string, definition: WorkflowDefinition, comparison: ModelComparison): void {
  const { workflow_id: id, version, evidence } = definition;
  const [own] = comparison.models;
  const fit = evidence.fits.find(({ sample }) => sample === comparison.sample);
  if (id !== own.workflow_id || version !== own.version || fit?.log_likelihood !== own.log_likelihood)
    throw new CommandError(`${file} is not the fit of the first spec to these data. Use \`workflow fit\` first.`);
  writeFileSync(file, jsonText(parseDefinition({ ...definition, evidence: { ...evidence, comparison } })));
}

function fittedSpec(file: string, table: Table): FittedModel {
  const { expansion, recipe } = expanded(file, readSpec(file), table);
  const calibratedOn = new Date().toISOString().slice(0, 10);
  return { recipe, calibration: calibrate({ recipe, data: expansion.table, calibratedOn }) };
}

type ComparedModel = ModelComparison['models'][number];

export function comparisonText(
  { sample, observations, models, likelihood_ratio: ratio, vuong }: ModelComparison,
  names: readonly [string, string],
): string {
  const line = (name: string, of: (own: ComparedModel) => number | null | undefined, digits: number) => {
    const values = models.map((own) => of(own) ?? null);
    return values.every((value) => value === null) ? [] : [[name, ...values.map((one) => one?.toFixed(digits) ?? '')]];
  };
  const scores = Object.keys(models[0].held_out).filter((id) => id in models[1].held_out);
  const table = textTable([
    [`${observations.toLocaleString('en')} observations (${sample})`, ...names],
    ...line('Parameters', ({ parameters }) => parameters, 0),
    ...line('Log-likelihood', ({ log_likelihood }) => log_likelihood, 3),
    ...line('McFadden R²', ({ mcfadden_r2 }) => mcfadden_r2, 4),
    ...line('AIC', ({ aic }) => aic, 2),
    ...line('BIC', ({ bic }) => bic, 2),
    ...line('Held-out log-likelihood', ({ held_out_log_likelihood: value }) => value, 3),
    ...scores.flatMap((id) => line(`Held-out ${id.replaceAll('_', ' ')}`, ({ held_out }) => held_out[id], 4)),
  ]);
  return [table, ratioText(ratio, models, vuong !== null), ...(vuong ? [vuongText(vuong, names)] : [])].join('\n\n');
}

function ratioText(
  ratio: ModelComparison['likelihood_ratio'],
  models: ModelComparison['models'],
  hasVuong: boolean,
): string {
  if (ratio) {
    const { statistic, degrees_of_freedom: freedom, p } = ratio;
    const degrees = freedom === 1 ? '1 degree' : `${freedom} degrees`;
    return `Likelihood ratio: ${statistic.toFixed(2)} with ${degrees} of freedom, ${probabilityText(p)}, if the model with fewer parameters is a special case of the other. The test is conservative for nests and random coefficients.`;
  }
  if (models.some(({ aic }) => aic === null))
    return 'No likelihood ratio test: at least one model has priors or sampling weights, so its estimates do not maximize the likelihood. Compare the held-out scores.';
  return models[0].parameters === models[1].parameters
    ? 'No likelihood ratio test: both models have the same number of parameters.'
    : `No likelihood ratio test: the models are not nested, because neither is a special case of the other. Compare AIC, BIC and the held-out scores${hasVuong ? ", and see Vuong's test" : ''}.`;
}

function vuongText(
  { z, p, clusters }: NonNullable<ModelComparison['vuong']>,
  [first, second]: readonly [string, string],
): string {
  const result = `Vuong's test: z = ${z.toFixed(2)}, ${probabilityText(p)}, from ${clusters.toLocaleString('en')} independent observations.`;
  return p < 0.05
    ? `${result} ${z > 0 ? first : second} fits better.`
    : `${result} The test does not show which one fits better.`;
}

const probabilityText = (p: number) => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`);
