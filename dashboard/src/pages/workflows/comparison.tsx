import { Link } from 'react-router';
import { DataTable } from '../../components/data-table';
import { formatCount, formatFixed } from '../../format/format';
import type { CaseStudy } from '../../workflow/use-workflow';
import { formatProbability, scoreLabel } from '../../workflow/labels';

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
