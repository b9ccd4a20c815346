import { Command } from 'commander';
import { type ComparedMeasures, compareFits, type FitComparison } from '../../calibration/results/compare-fits.js';
import { parseDefinition } from '../../engine/simulate.js';
import { CommandError } from '../command-error.js';
import { jsonOption, print } from '../options.js';
import { about, readJson } from './files.js';
import { textTable } from './text-table.js';

const example = `
Example:
  npm run --silent cli -- workflow compare plain.json nested.json

Prints the fit of two models of the same data: log-likelihood, information criteria, held-out scores and the likelihood ratio test. The
test is valid if the model with fewer parameters is a special case of the other.`;

export function compareCommand(): Command {
  return new Command('compare')
    .description('Compare the fits of two definitions of the same data')
    .argument('<first>', 'file of a definition')
    .argument('<second>', 'file of another definition')
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action((first: string, second: string, { json }: { json?: boolean }) => {
      const [a, b] = [first, second].map((file) => about(file, () => parseDefinition(readJson(file))));
      const comparison = compareFits(a!, b!);
      if (!comparison)
        throw new CommandError(
          `${first} and ${second} were fitted to different data or another split. Fit both models to the same rows.`,
        );
      print(json, toJson(comparison), comparisonText(comparison, [first, second]));
    });
}

function comparisonText(
  { hasPriors, sample, observations, measures, ratio }: FitComparison,
  files: readonly [string, string],
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
    ...scores.map((id) => line(`Held-out ${id.replaceAll('_', ' ')}`, ({ heldOut }) => heldOut.get(id), 4)),
  ]);
  if (hasPriors)
    return `${table}\n\nNo information criteria and no likelihood ratio test: at least one model has priors, so its estimates do not maximize the likelihood. Compare the held-out scores.`;
  if (!ratio) return `${table}\n\nNo likelihood ratio test: both models have the same number of parameters.`;
  const { statistic, degreesOfFreedom, p } = ratio;
  const degrees = degreesOfFreedom === 1 ? '1 degree' : `${degreesOfFreedom} degrees`;
  const probability = p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`;
  return `${table}\n\nLikelihood ratio: ${statistic.toFixed(2)} with ${degrees} of freedom, ${probability}, if the model with fewer parameters is a special case of the other.`;
}

function toJson({ sample, observations, measures, ratio }: FitComparison): Record<string, unknown> {
  return {
    sample,
    observations,
    models: measures.map(({ parameters, logLikelihood, mcfaddenR2, aic, bic, heldOut }) => ({
      parameters,
      log_likelihood: logLikelihood,
      mcfadden_r2: mcfaddenR2 ?? null,
      aic: aic ?? null,
      bic: bic ?? null,
      held_out: Object.fromEntries(heldOut),
    })),
    likelihood_ratio: ratio
      ? { statistic: ratio.statistic, degrees_of_freedom: ratio.degreesOfFreedom, p: ratio.p }
      : null,
  };
}
