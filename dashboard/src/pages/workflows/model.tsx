import { DataTable, type Column } from '../../components/data-table';
import { Facts } from '../../components/facts';
import { formatCount, formatFixed, formatNumber } from '../../format/format';
import type { CaseStudy } from '../../workflow/use-workflow';
import { formatProbability } from '../../workflow/labels';

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
