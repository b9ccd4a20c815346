import type { Evidence, WorkflowDefinition } from '../../../model/definition.js';
import { modelSummary } from '../../../model/analyses.js';
import { priorsText, short, textTable } from './calibration-text.js';
import { comparisonText } from './compare.command.js';
import { Command } from 'commander';
import { parseDefinition } from '../../../model/simulate.js';
import { modelOf } from '../../workflows/case-study.parts.js';
import { jsonOption, print } from '../options.js';
import { about, readJson } from './files.js';

/** The model of a definition as an expert reads it: formulas, estimates with tests, fit, correlations and comparison. */
export function explanationText(definition: WorkflowDefinition): string {
  const { formulas, estimates, standardErrors: method, fit } = modelSummary(definition);
  const { covariance, comparison, estimates: own } = definition.evidence;
  const rows = estimates.map(({ coefficient, estimate, standardError, z, p }) => [
    coefficient,
    short(estimate),
    short(standardError),
    z?.toFixed(2) ?? '',
    p === null ? '' : p < 0.001 ? '< 0.001' : p.toFixed(3),
  ]);
  return [
    formulas.join('\n'),
    textTable([['coefficient', 'estimate', 'error', 'z', 'p'], ...rows]),
    ...(method === null ? [] : [`Covariance: ${method}.`]),
    ...priorsText(own),
    ...(fit ? [fitText(fit)] : []),
    ...(covariance ? [correlationText(covariance)] : []),
    ...(comparison ? [comparisonText(comparison, ['this model', nameOf(comparison.models[1])])] : []),
  ].join('\n\n');
}

const nameOf = ({ workflow_id: id, version }: { workflow_id: string; version: string }) => `${id} ${version}`;

function fitText({
  sample,
  observations,
  parameters,
  logLikelihood,
  mcfaddenR2: r2,
  aic,
  bic,
}: NonNullable<ReturnType<typeof modelSummary>['fit']>): string {
  const size = `${observations.toLocaleString('en-US')} observations (${sample}), ${parameters} parameters`;
  const criteria = aic === undefined || bic === undefined ? '' : `, AIC ${aic.toFixed(2)}, BIC ${bic.toFixed(2)}`;
  const ratio = r2 === undefined ? '' : `, McFadden's R² ${r2.toFixed(4)}`;
  return `${size}, log-likelihood ${logLikelihood.toFixed(3)}${ratio}${criteria}`;
}

/** The lower half of the correlation matrix, with numbers of the coefficients above its columns. */
function correlationText({ coefficients, matrix }: NonNullable<Evidence['covariance']>): string {
  const rows = coefficients.map((id, i) => [
    `${i + 1} ${id}`,
    ...coefficients.map((_, k) =>
      k > i ? '' : (matrix[i]![k]! / Math.sqrt(matrix[i]![i]! * matrix[k]![k]!)).toFixed(2),
    ),
  ]);
  return textTable([['correlation', ...coefficients.map((_, k) => String(k + 1))], ...rows]);
}

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
      const { comparison = null } = definition.evidence;
      print(json, { ...modelOf(definition), comparison }, explanationText(definition));
    });
}
