import { DataTable, type Column } from '../../components/data-table';
import { formatCount, formatFixed, formatNumber } from '../../format/format';
import type { CaseStudy } from '../../workflow/use-workflow';
import { formatProbability } from '../../workflow/labels';

type Estimate = CaseStudy['model']['estimates'][number];

const missing = '–';

const columns: Column<Estimate>[] = [
  {
    id: 'label',
    header: 'Coefficient',
    cell: ({ coefficient, label }) => (
      <>
        <span dir="auto">{label}</span> <code>{coefficient}</code>
      </>
    ),
    sortBy: ({ label }) => label,
  },
  { id: 'estimate', header: 'Estimate', numeric: true, cell: ({ estimate }) => formatNumber(estimate) },
  {
    id: 'error',
    header: 'Standard error',
    numeric: true,
    cell: ({ standard_error: error }) => (error === null ? missing : formatNumber(error)),
  },
  {
    id: 'z',
    header: 'z',
    numeric: true,
    cell: ({ z }) => (z === null ? missing : formatFixed(z, 2)),
    sortBy: ({ z }) => Math.abs(z ?? 0),
  },
  { id: 'p', header: 'p', numeric: true, cell: ({ p }) => (p === null ? missing : formatProbability(p)) },
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
    id: 'prior',
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
              { id: 'pair', header: 'Coefficients', cell: ({ coefficients }) => coefficients.join(', ') },
              {
                id: 'value',
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
    <dl className="workflows-facts">
      <dt>Method</dt>
      <dd dir="auto">{fit.method}</dd>
      <dt>Observations</dt>
      <dd>{formatCount(fit.observations)}</dd>
      <dt>Log-likelihood</dt>
      <dd>{formatNumber(fit.log_likelihood)}</dd>
      {fit.null_models.map(({ id, mcfadden_r2 }) => (
        <FitRatio key={id} id={id} value={mcfadden_r2} />
      ))}
      {measures && measures.aic !== null && measures.bic !== null && (
        <>
          <dt>AIC, BIC</dt>
          <dd>
            {formatNumber(measures.aic)}, {formatNumber(measures.bic)} with {measures.parameters} parameters
          </dd>
        </>
      )}
      {fit.reference && (
        <>
          <dt>Checked with</dt>
          <dd dir="auto">{fit.reference.program}</dd>
        </>
      )}
      <dt>Calibrated on</dt>
      <dd>{calibrated_on}</dd>
    </dl>
  );
}

function FitRatio({ id, value }: { id: string; value: number }) {
  return (
    <>
      <dt>McFadden’s R², against {id.replaceAll('_', ' ')}</dt>
      <dd>{formatNumber(value)}</dd>
    </>
  );
}
