import { ButtonLink } from '../../../components/button';
import { DataTable, type Column } from '../../../components/data-table';
import { formatCount } from '../../../format/numbers';
import type { CaseStudy } from '../../../results/figure';
import { heldOutChecks, heldOutGroups, heldOutSentence, type HeldOutCheck } from '../../../results/held-out';
import { Checks } from './checks';
import type { ResultInput } from './result-input';
import { Section } from './section';

type HeldOutCurve = NonNullable<CaseStudy['evidence']['hold_out']['curves']>[number];

const curveColumns: Column<HeldOutCurve>[] = [
  { id: 'label', header: 'Curve', cell: ({ label }) => <span dir="auto">{label}</span>, sortBy: ({ label }) => label },
  { id: 'steps', header: 'Held-out steps', numeric: true, cell: ({ points }) => formatCount(points.length) },
  {
    id: 'error',
    header: 'Mean absolute error',
    numeric: true,
    cell: ({ mean_absolute_error: error }) => `${(error * 100).toFixed(1)} points`,
    sortBy: ({ mean_absolute_error: error }) => error,
  },
];

const kinds: Record<CaseStudy['evidence']['data']['kind'], string> = {
  stated_preference: 'Stated choices: respondents stated what they would do.',
  revealed_preference: 'Real choices of respondents.',
  experiment: 'A randomized experiment: treatments were assigned at random.',
  panel: 'A panel: the same respondents were observed over time.',
  observational: 'Observed behavior: conditions were not assigned at random.',
};

function groupSentences(holdOut: CaseStudy['evidence']['hold_out'], groups: readonly HeldOutCheck[]): string {
  return groups.length === 0
    ? 'The held-out data have too few observations of these agents, so the error for them is not known. The intervals have the error of other groups.'
    : groups.map((group) => heldOutSentence(holdOut, group)).join(' ');
}

/** How far to trust the model: its data, predicted against observed values, and its limits. */
export function EvidenceSection({ model, simulation, summary, headline: { figure } }: ResultInput) {
  const { data, split, hold_out: holdOut, limits } = model.evidence;
  const { shares, means, effects } = heldOutChecks(holdOut, summary);
  const headlineCheck = [...means, ...shares].find(({ key }) => key === figure.id);
  const where = simulation.adjustments?.where;
  const groups = where ? heldOutGroups(model, where, figure) : [];
  return (
    <Section
      title="How far to trust the model"
      intro={where ? groupSentences(holdOut, groups) : heldOutSentence(holdOut, headlineCheck)}
    >
      <dl className="result-facts">
        <dt>Data</dt>
        <dd dir="auto">
          {data.title}. {data.sample}
        </dd>
        <dt>Kind</dt>
        <dd dir="auto">
          {kinds[data.kind]} {data.causal}
        </dd>
        <dt>Split</dt>
        <dd>
          {formatCount(split.train_observations)} observations for fitting, {formatCount(split.test_observations)} held
          out.
        </dd>
        <dt>Citation</dt>
        <dd dir="auto">{data.citation}</dd>
      </dl>
      <Checks title="Shares: predicted against observed" checks={shares} />
      <Checks title="Means: predicted against observed" checks={means} />
      <Checks
        title={
          data.kind === 'experiment' ? 'Effects: predicted against observed' : 'Differences: predicted against observed'
        }
        checks={effects}
      />
      {holdOut.curves && holdOut.curves.length > 0 && (
        <div className="stack">
          <h3>Curves: predicted against observed</h3>
          <DataTable
            caption="Error of each held-out curve"
            columns={curveColumns}
            rows={holdOut.curves}
            rowKey={({ label, curve }) => `${curve} ${label}`}
          />
        </div>
      )}
      <div>
        <h3>Limits</h3>
        <ul className="result-list">
          {limits.map((limit) => (
            <li key={limit} dir="auto">
              {limit}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <ButtonLink to={`/workflows/${encodeURIComponent(model.workflow_id)}`} size="small">
          All evidence of “{model.name}”
        </ButtonLink>
      </div>
    </Section>
  );
}
