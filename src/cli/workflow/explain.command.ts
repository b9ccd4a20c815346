import { Command } from 'commander';
import { parseDefinition } from '../../engine/simulate.js';
import { jsonOption, print } from '../options.js';
import { type ModelRecord, modelOf } from '../../workflows/case-study.model.js';
import { priorsText } from './calibration-text.js';
import { about, readJson } from './files.js';
import { textTable } from './text-table.js';

const example = `
Example:
  npm run --silent cli -- workflow explain letters.json`;

export function explainCommand(): Command {
  return new Command('explain')
    .description('Print the formulas, estimates, fit measures and correlations of a definition')
    .argument('<file>', 'definition (JSON)')
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action((file: string, { json }: { json?: boolean }) => {
      const definition = about(file, () => parseDefinition(readJson(file)));
      const model = modelOf(definition);
      print(json, model, explanationText(model, priorsText(definition.evidence.estimates)));
    });
}

function explanationText(
  { formulas, estimates, standard_errors: method, fit, correlations }: ModelRecord,
  priors: readonly string[],
): string {
  const rows = estimates.map(({ coefficient, estimate, standard_error: error, z, p }) => [
    coefficient,
    show(estimate),
    show(error),
    z?.toFixed(2) ?? '',
    p === null ? '' : p < 0.001 ? '< 0.001' : p.toFixed(3),
  ]);
  const pairs = correlations.map(({ coefficients, correlation }) => [coefficients.join(', '), correlation.toFixed(3)]);
  return [
    formulas.join('\n'),
    textTable([['coefficient', 'estimate', 'error', 'z', 'p'], ...rows]),
    ...(method === null ? [] : [`Covariance: ${method}.`]),
    ...priors,
    ...(fit ? [fitText(fit)] : []),
    ...(pairs.length > 0 ? [textTable([['correlation of estimates', ''], ...pairs])] : []),
  ].join('\n\n');
}

function fitText({
  observations,
  parameters,
  log_likelihood: logLikelihood,
  mcfadden_r2: r2,
  aic,
  bic,
}: NonNullable<ModelRecord['fit']>): string {
  const size = `${observations.toLocaleString('en-US')} observations, ${parameters} parameters`;
  const criteria = aic === null || bic === null ? '' : `, AIC ${aic.toFixed(2)}, BIC ${bic.toFixed(2)}`;
  const ratio = r2 === null ? '' : `, McFadden's R² ${r2.toFixed(4)}`;
  return `${size}, log-likelihood ${logLikelihood.toFixed(3)}${ratio}${criteria}`;
}

const show = (value: number | null) => (value === null ? '' : String(Number(value.toPrecision(5))));
