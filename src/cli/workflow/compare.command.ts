import { Command } from 'commander';
import { calibrate } from '../../calibration/calibrate.js';
import { parseRecipe } from '../../calibration/recipe/parse-recipe.js';
import { type FittedModel, heldOutLikelihoods } from '../../calibration/results/cluster-likelihoods.js';
import { type ComparedMeasures, compareFits, type FitComparison } from '../../calibration/results/compare-fits.js';
import { vuongTest, type VuongTest } from '../../calibration/results/vuong-test.js';
import type { Table } from '../../calibration/rows/table.js';
import { expandSpec } from '../../calibration/spec/expand-spec.js';
import { parseFullSpec } from '../../calibration/spec/full/parse-full-spec.js';
import { checkSpec } from '../../calibration/spec/parse-spec.js';
import { parseDefinition } from '../../engine/simulate.js';
import { CommandError } from '../command-error.js';
import { jsonOption, print } from '../options.js';
import { about, readJson } from './files.js';
import { isShortSpec, readSpec } from './read-spec.js';
import { readTableFile } from './read-table.js';
import { textTable } from './text-table.js';

const example = `
Examples:
  npm run --silent cli -- workflow compare plain.json nested.json
  npm run --silent cli -- workflow compare probit.yaml logit.yaml --data my-data.csv

Prints the fit of two models of the same data: log-likelihood, information criteria, held-out scores and the likelihood ratio test. The
test is valid if the model with fewer parameters is a special case of the other. With --data, both files are specs, which are fitted. Then
it also prints the log-likelihood of the held-out rows, those of one respondent taken together, and Vuong's test, for models of which
neither is a special case of the other.`;

export function compareCommand(): Command {
  return new Command('compare')
    .description('Compare the fits of two models of the same data')
    .argument('<first>', 'file of a definition, or of a spec with --data')
    .argument('<second>', 'file of another definition or spec')
    .option('--data <file>', 'data (CSV, NDJSON or Parquet) to which two specs are fitted')
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action(compare);
}

async function compare(first: string, second: string, { json, data }: { json?: boolean; data?: string }) {
  const files = [first, second] as const;
  const table = data === undefined ? undefined : await readTableFile(data);
  const fitted = table && files.map((file) => about(file, () => fittedSpec(file, table)));
  const [a, b] =
    fitted?.map(({ calibration }) => calibration.definition) ??
    files.map((file) => about(file, () => parseDefinition(readJson(file))));
  const comparison = compareFits(a!, b!);
  if (!comparison)
    throw new CommandError(
      `${first} and ${second} were fitted to different data or another split. Fit both models to the same rows.`,
    );
  const vuong = fitted && vuongTest(fitted[0]!, fitted[1]!);
  const heldOut = fitted && heldOutLikelihoods(fitted[0]!, fitted[1]!);
  print(
    json,
    { ...toJson(comparison, heldOut), vuong: vuong ?? null },
    [comparisonText(comparison, files, heldOut), ...(vuong ? [vuongText(vuong, files)] : [])].join('\n\n'),
  );
}

function fittedSpec(file: string, table: Table): FittedModel {
  const document = readSpec(file);
  const expansion = isShortSpec(document) ? expandSpec(checkSpec(document), table) : undefined;
  const recipe = expansion ? parseRecipe(expansion.recipe) : parseFullSpec(document);
  const calibratedOn = new Date().toISOString().slice(0, 10);
  return { recipe, calibration: calibrate({ recipe, data: expansion?.table ?? table, calibratedOn }) };
}

type HeldOutLikelihoods = ReturnType<typeof heldOutLikelihoods>;

function vuongText({ z, p, clusters }: VuongTest, [first, second]: readonly [string, string]): string {
  const result = `Vuong's test: z = ${z.toFixed(2)}, ${probabilityText(p)}, from ${clusters.toLocaleString('en')} independent observations, if neither model is a special case of the other.`;
  return p < 0.05 ? `${result} ${z > 0 ? first : second} fits better.` : `${result} Neither fits better.`;
}

const probabilityText = (p: number) => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`);

function comparisonText(
  { hasPriors, sample, observations, measures, ratio }: FitComparison,
  files: readonly [string, string],
  heldOut: HeldOutLikelihoods,
): string {
  const line = (name: string, of: (own: ComparedMeasures) => number | undefined, digits: number) => [
    name,
    ...measures.map((own) => of(own)?.toFixed(digits) ?? ''),
  ];
  const scores = [...measures[0].heldOut.keys()].filter((id) => measures[1].heldOut.has(id));
  const table = textTable([
    [`${observations.toLocaleString('en')} observations (${sample})`, ...files],
    line('Parameters', ({ parameters }) => parameters, 0),
    line('Log-likelihood', ({ logLikelihood }) => logLikelihood, 3),
    line('McFadden R²', ({ mcfaddenR2 }) => mcfaddenR2, 4),
    ...(hasPriors ? [] : [line('AIC', ({ aic }) => aic, 2), line('BIC', ({ bic }) => bic, 2)]),
    ...(heldOut ? [['Held-out log-likelihood', ...heldOut.map((value) => value.toFixed(3))]] : []),
    ...scores.map((id) => line(`Held-out ${id.replaceAll('_', ' ')}`, ({ heldOut }) => heldOut.get(id), 4)),
  ]);
  if (hasPriors)
    return `${table}\n\nNo information criteria and no likelihood ratio test: at least one model has priors, so its estimates do not maximize the likelihood. Compare the held-out scores.`;
  if (!ratio) return `${table}\n\nNo likelihood ratio test: both models have the same number of parameters.`;
  const { statistic, degreesOfFreedom, p } = ratio;
  const degrees = degreesOfFreedom === 1 ? '1 degree' : `${degreesOfFreedom} degrees`;
  return `${table}\n\nLikelihood ratio: ${statistic.toFixed(2)} with ${degrees} of freedom, ${probabilityText(p)}, if the model with fewer parameters is a special case of the other.`;
}

function toJson(
  { sample, observations, measures, ratio }: FitComparison,
  heldOutLikelihood: HeldOutLikelihoods,
): Record<string, unknown> {
  return {
    sample,
    observations,
    models: measures.map(({ parameters, logLikelihood, mcfaddenR2, aic, bic, heldOut }, model) => ({
      parameters,
      log_likelihood: logLikelihood,
      mcfadden_r2: mcfaddenR2 ?? null,
      aic: aic ?? null,
      bic: bic ?? null,
      held_out: Object.fromEntries(heldOut),
      held_out_log_likelihood: heldOutLikelihood?.[model] ?? null,
    })),
    likelihood_ratio: ratio
      ? { statistic: ratio.statistic, degrees_of_freedom: ratio.degreesOfFreedom, p: ratio.p }
      : null,
  };
}
