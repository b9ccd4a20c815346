import { Link } from 'react-router';
import { type Column, DataTable } from '../../components/data-table';
import { Facts } from '../../components/facts';
import { formatCount, formatFixed, formatNumber } from '../../format/format';
import type { CaseStudy } from '../../workflow/use-workflow';
import { formatProbability, scoreLabel } from '../../workflow/labels';

type Estimate = CaseStudy['model']['estimates'][number];

const missing = '–';

const columns: Column<Estimate>[] = [
  {
    header: 'Coefficient',
    cell: ({ coefficient, label }) => (
      <>
        <span dir="auto">{label}</span> <code>{coefficient}</code>
      </>
    ),
    sortBy: ({ label }) => label,
  },
  { header: 'Estimate', numeric: true, cell: ({ estimate }) => formatNumber(estimate) },
  {
    header: 'Standard error',
    numeric: true,
    cell: ({ standard_error: error }) => (error === null ? missing : formatNumber(error)),
  },
  {
    header: 'z',
    numeric: true,
    cell: ({ z }) => (z === null ? missing : formatFixed(z, 2)),
    sortBy: ({ z }) => Math.abs(z ?? 0),
  },
  { header: 'p', numeric: true, cell: ({ p }) => (p === null ? missing : formatProbability(p)) },
];

type Prior = NonNullable<CaseStudy['evidence']['estimates'][number]['prior']>;

/** What a prior and the data contribute to an estimate. */
function priorText({ mean, sd, share, estimate_without: without }: Prior): string {
  const data = without === undefined ? 'the data alone have no estimate' : `${formatNumber(without)} without it`;
  return `${formatNumber(mean)} (${formatNumber(sd)}), ${Math.round(100 * share)}% of the information, ${data}`;
}

/** Undefined if no estimate has a prior. */
function priorColumn(estimates: CaseStudy['evidence']['estimates']): Column<Estimate> | undefined {
  const priors = new Map(estimates.flatMap(({ coefficient, prior }) => (prior ? [[coefficient, prior]] : [])));
  if (priors.size === 0) return undefined;
  return {
    header: 'Prior: mean (standard deviation)',
    cell: ({ coefficient }) => {
      const prior = priors.get(coefficient);
      return prior ? priorText(prior) : missing;
    },
  };
}

/** Formulas, estimates and fit of the model of a workflow. */
export function Model({ workflow }: { workflow: CaseStudy }) {
  const { formulas, estimates, standard_errors: method, correlations } = workflow.model;
  const prior = priorColumn(workflow.evidence.estimates);
  return (
    <section className="stack">
      <h2>Model</h2>
      <FitFacts workflow={workflow} />
      <details>
        <summary>Formulas</summary>
        <pre className="workflows-formulas" tabIndex={0} aria-label="Formulas">
          {formulas.join('\n')}
        </pre>
      </details>
      <details>
        <summary>Estimates ({estimates.length})</summary>
        {method !== null && <p dir="auto">Covariance: {method}.</p>}
        <DataTable
          caption="Estimates"
          rows={estimates}
          rowKey={({ coefficient }) => coefficient}
          columns={prior ? [...columns, prior] : columns}
        />
        {correlations.length > 0 && (
          <DataTable
            caption="Strongest correlations of estimates"
            rows={correlations}
            rowKey={({ coefficients }) => coefficients.join(' ')}
            columns={[
              { header: 'Coefficients', cell: ({ coefficients }) => coefficients.join(', ') },
              {
                header: 'Correlation',
                numeric: true,
                cell: ({ correlation }) => formatFixed(correlation, 3),
              },
            ]}
          />
        )}
      </details>
    </section>
  );
}

function FitFacts({ workflow }: { workflow: CaseStudy }) {
  const { fits, calibrated_on } = workflow.evidence;
  const { fit: measures } = workflow.model;
  const fit = fits[0];
  if (!fit) return null;
  return (
    <Facts
      columns="workflows-facts"
      facts={[
        ['Method', fit.method],
        ['Observations', formatCount(fit.observations)],
        ['Log-likelihood', formatNumber(fit.log_likelihood)],
        ...fit.null_models.map(
          ({ id, mcfadden_r2: r2 }) => [`McFadden’s R², against ${id.replaceAll('_', ' ')}`, formatNumber(r2)] as const,
        ),
        ['AIC, BIC', measures && criteriaText(measures)],
        ['Checked with', fit.reference?.program],
        ['Calibrated on', calibrated_on],
      ]}
    />
  );
}

function criteriaText({ aic, bic, parameters }: NonNullable<CaseStudy['model']['fit']>): string | null {
  if (aic === null || bic === null) return null;
  return `${formatNumber(aic)}, ${formatNumber(bic)} with ${parameters} parameters`;
}

type ModelComparison = NonNullable<CaseStudy['evidence']['comparison']>;
type ComparedModel = ModelComparison['models'][number];

interface Row {
  readonly label: string;
  readonly values: readonly [string, string];
}

/** Fit and held-out scores of the model and of another model of the same data, with the tests between them. */
export function Comparison({ comparison }: { comparison: ModelComparison | undefined }) {
  const [own, other] = comparison?.models ?? [];
  if (!comparison || !own || !other) return null;
  const { observations, sample, likelihood_ratio: ratio, vuong } = comparison;
  return (
    <section className="stack">
      <h2>Compared with another model</h2>
      <p>
        Both models were fitted to the same {formatCount(observations)} observations
        {sample === 'train' && ' of the training data'}. The other one is{' '}
        <Link to={`/workflows/${encodeURIComponent(other.workflow_id)}`}>{other.workflow_id}</Link>, version{' '}
        {other.version}.
      </p>
      <DataTable
        caption="Fit and held-out scores of both models"
        rows={rowsOf(own, other)}
        rowKey={({ label }) => label}
        columns={[
          { header: 'Measure', cell: ({ label }) => label },
          { header: 'This model', numeric: true, cell: ({ values }) => values[0] },
          { id: 'other', header: other.workflow_id, numeric: true, cell: ({ values }) => values[1] },
        ]}
      />
      <ul className="workflows-texts">
        {isNotNested(own, other, ratio) && (
          <li>Neither model is a special case of the other, so that no likelihood ratio test applies.</li>
        )}
        {ratio && (
          <li>
            Likelihood ratio {formatFixed(ratio.statistic, 2)} with {degreesText(ratio.degrees_of_freedom)},{' '}
            {probabilityText(ratio.p)}, if the model with fewer parameters is a special case of the other. The test is
            conservative for nests and random coefficients.
          </li>
        )}
        {vuong && (
          <li>
            Vuong’s test: z = {formatFixed(vuong.z, 2)}, {probabilityText(vuong.p)}, from {formatCount(vuong.clusters)}{' '}
            independent observations, if neither model is a special case of the other. {vuongResult(vuong)}
          </li>
        )}
      </ul>
    </section>
  );
}

/** Models with the same number of parameters, or without information criteria, have no test for other reasons. */
const isNotNested = (own: ComparedModel, other: ComparedModel, ratio: ModelComparison['likelihood_ratio']) =>
  !ratio && own.parameters !== other.parameters && own.aic !== null && other.aic !== null;

const degreesText = (degrees: number) => (degrees === 1 ? '1 degree of freedom' : `${degrees} degrees of freedom`);

function probabilityText(p: number): string {
  const text = formatProbability(p);
  return text.startsWith('<') ? `p ${text}` : `p = ${text}`;
}

function vuongResult({ z, p }: NonNullable<ModelComparison['vuong']>): string {
  if (p >= 0.05) return 'The test does not show which one fits better.';
  return z > 0 ? 'This model fits better.' : 'The other model fits better.';
}

/** Measures that at least one of the models has. */
function rowsOf(own: ComparedModel, other: ComparedModel): Row[] {
  const row = (label: string, of: (model: ComparedModel) => number | null | undefined, digits: number): Row[] => {
    const values = [of(own) ?? null, of(other) ?? null];
    if (values.every((value) => value === null)) return [];
    const [first, second] = values.map((value) => (value === null ? '–' : formatFixed(value, digits)));
    return [{ label, values: [first!, second!] }];
  };
  return [
    ...row('Parameters', ({ parameters }) => parameters, 0),
    ...row('Log-likelihood', ({ log_likelihood }) => log_likelihood, 2),
    ...row('McFadden’s R²', ({ mcfadden_r2 }) => mcfadden_r2, 4),
    ...row('AIC', ({ aic }) => aic, 1),
    ...row('BIC', ({ bic }) => bic, 1),
    ...row('Held-out log-likelihood, by respondent', ({ held_out_log_likelihood }) => held_out_log_likelihood, 2),
    ...Object.keys(own.held_out).flatMap((id) => row(`Held-out: ${scoreLabel(id)}`, ({ held_out }) => held_out[id], 4)),
  ];
}
