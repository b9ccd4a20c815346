// cspell:ignore licence
import { DataTable, type Column } from '../../components/data-table';
import { settingText } from '../../../../src/simulations/result-words';
import { figure, row } from '../../../../src/simulations/view/blocks';
import { Figure } from '../../figures/figure';
import { formatAgents, formatCount, formatNumber, formatPoints, formatShare } from '../../format/format';
import { dataKindLabel, outcomeLabel, scoreLabel, segmentLabel } from '../../workflow/labels';
import type { CaseStudy } from '../../workflow/use-workflow';
import { Comparison } from './comparison';
import { Model } from './model';

const normalQuantile = 1.96;

interface Checked {
  label: string;
  observed: number;
  standardError: number | undefined;
  predicted: number;
}

/** How the workflow was calibrated, how well it predicts held-out data, and where it does not apply. */
export function Evidence({ workflow }: { workflow: CaseStudy }) {
  const { data, limits } = workflow.evidence;
  return (
    <>
      <section className="stack">
        <h2>How well it predicts held-out data</h2>
        <HeldOut workflow={workflow} />
      </section>
      <section className="stack">
        <h2>Baseline next to the data</h2>
        <Baseline workflow={workflow} />
      </section>
      <section className="stack">
        <h2>Limits</h2>
        <ul className="workflows-texts">
          {limits.map((limit) => (
            <li key={limit} dir="auto">
              {limit}
            </li>
          ))}
        </ul>
      </section>
      <section className="stack">
        <h2>Data</h2>
        <dl className="workflows-facts">
          <dt>Title</dt>
          <dd dir="auto">{data.title}</dd>
          <dt>Kind</dt>
          <dd>{dataKindLabel(data.kind)}</dd>
          <dt>Sample</dt>
          <dd dir="auto">{data.sample}</dd>
          <dt>Collected</dt>
          <dd dir="auto">{data.collected}</dd>
          <dt>Size</dt>
          <dd>
            {formatCount(data.respondents)} respondents, {formatCount(data.observations)} observations
          </dd>
          <dt>Causal interpretation</dt>
          <dd dir="auto">{data.causal}</dd>
          <dt>Citation</dt>
          <dd dir="auto">{data.citation}</dd>
          <dt>License of the data</dt>
          <dd dir="auto">{data.licence}</dd>
        </dl>
      </section>
      <Model workflow={workflow} />
      <Comparison comparison={workflow.evidence.comparison} />
    </>
  );
}

function HeldOut({ workflow }: { workflow: CaseStudy }) {
  const { hold_out: heldOut, split } = workflow.evidence;
  const outcomes = heldOut.outcomes.map(({ outcome, observed, predicted, observed_standard_error }): Checked => ({
    label: outcomeLabel(workflow, outcome),
    observed,
    standardError: observed_standard_error,
    predicted,
  }));
  const measures = (heldOut.measures ?? []).map(
    ({ measure, observed, predicted, observed_standard_error }): Checked => ({
      label: outcomeLabel(workflow, measure),
      observed,
      standardError: observed_standard_error,
      predicted,
    }),
  );
  const segments = heldOut.segments.flatMap(({ attribute, category, label, outcomes: shares }) =>
    shares.map(({ outcome, observed, predicted, observed_standard_error }): Checked => ({
      label: `${segmentLabel(workflow, attribute, category, label)} – ${outcomeLabel(workflow, outcome)}`,
      observed,
      standardError: observed_standard_error,
      predicted,
    })),
  );
  const intervalOf = ({ observed, standardError }: Checked): [number, number] | null =>
    standardError === undefined
      ? null
      : [observed - normalQuantile * standardError, observed + normalQuantile * standardError];
  const shares = figure(
    'Observed and predicted shares of the held-out data',
    {
      type: 'intervals',
      axis: 'Share of held-out observations',
      format: 'percent',
      is_difference: false,
      series: [
        { id: 'observed', label: 'observed' },
        { id: 'scenario', label: 'predicted by the model' },
      ],
      rows: outcomes.map((one) => ({
        label: one.label,
        values: [
          { series: 'observed', value: one.observed, interval: intervalOf(one) },
          { series: 'scenario', value: one.predicted, interval: null },
        ],
      })),
    },
    ['Outcome', 'Observed', 'Predicted', 'Difference'],
    outcomes.map((one) =>
      row(
        one.label,
        { text: formatShare(one.observed), detail: intervalOf(one)?.map(formatShare).join(' to ') },
        formatShare(one.predicted),
        formatPoints(one.predicted - one.observed),
      ),
    ),
  );
  return (
    <>
      <p>
        The model was fitted without {formatCount(heldOut.observations)} observations of{' '}
        {formatCount(heldOut.respondents)} respondents, and then predicted them. <span dir="auto">{split.method}.</span>
      </p>
      {outcomes.length > 0 && <Figure figure={shares} />}
      {measures.length > 0 && (
        <CheckedTable caption="Observed and predicted means" rows={measures} format={formatNumber} />
      )}
      {segments.length > 0 && (
        <details>
          <summary>By group of respondents ({segments.length} shares)</summary>
          <CheckedTable caption="Observed and predicted shares by group" rows={segments} format={formatShare} />
        </details>
      )}
      <DataTable
        caption="Scores of single predictions"
        rows={heldOut.scores}
        rowKey={({ id }) => id}
        columns={[
          { id: 'score', header: 'Score', cell: ({ id }) => scoreLabel(id) },
          { id: 'value', header: 'Model', numeric: true, cell: ({ value }) => formatNumber(value) },
          {
            id: 'null',
            header: 'Without the model',
            numeric: true,
            cell: ({ null_value }) => (null_value === undefined ? '–' : formatNumber(null_value)),
          },
        ]}
      />
    </>
  );
}

type BaselineFigure = NonNullable<CaseStudy['evidence']['baseline']>['figures'][number];

const isInside = ({ observed, interval: [low, high] }: BaselineFigure) => observed >= low! && observed <= high!;

/** The simulated baseline next to the observed values. With a reason for another level, the observed mix of all respondents is next to it. */
function Baseline({ workflow }: { workflow: CaseStudy }) {
  const { baseline } = workflow.evidence;
  if (!baseline) return <p>The evidence contains no observed values of the baseline scenario.</p>;
  const { figures, respondents, agents, reason, mix = [] } = baseline;
  const outside = figures.filter((figure) => !isInside(figure)).length;
  const measures = workflow.evidence.hold_out.measures ?? [];
  const format = ({ id }: BaselineFigure) =>
    measures.some(({ measure }) => measure === id) ? formatNumber : formatShare;
  const labelOf = ({ id, step }: BaselineFigure) =>
    step === undefined ? outcomeLabel(workflow, id) : `${outcomeLabel(workflow, id)}, ${step}`;
  const ofAll: Column<BaselineFigure> = {
    id: 'observed_all',
    header: 'Observed, all respondents',
    numeric: true,
    cell: (figure) => (figure.observed_all === undefined ? '–' : format(figure)(figure.observed_all)),
  };
  const columns: Column<BaselineFigure>[] = [
    { id: 'label', header: 'Result', cell: (figure) => <span dir="auto">{labelOf(figure)}</span> },
    { id: 'observed', header: 'Observed', numeric: true, cell: (figure) => format(figure)(figure.observed) },
    ...(respondents === 'baseline' && reason !== undefined ? [ofAll] : []),
    { id: 'simulated', header: 'Simulated', numeric: true, cell: (figure) => format(figure)(figure.simulated) },
    {
      id: 'interval',
      header: '95% interval',
      numeric: true,
      cell: (figure) => figure.interval.map(format(figure)).join(' to '),
    },
    {
      id: 'inside',
      header: 'Observed value',
      cell: (figure) => (isInside(figure) ? 'inside' : <strong>outside</strong>),
    },
  ];
  return (
    <>
      {reason !== undefined && <p dir="auto">{reason}</p>}
      <p>
        {formatAgents(agents)} under the baseline, next to{' '}
        {respondents === 'baseline'
          ? 'the respondents in the baseline scenario.'
          : reason === undefined
            ? 'all respondents.'
            : 'all respondents. Too few are in exactly the baseline scenario, so a difference can also come from their scenarios.'}{' '}
        {outside === 0
          ? 'All observed values are inside the interval.'
          : `${outside} of ${figures.length} observed values are outside the interval: the form of the model does not fit them.`}
      </p>
      <DataTable caption="Simulated baseline and data" rows={figures} rowKey={labelOf} columns={columns} />
      {mix.length > 0 && <ObservedMix workflow={workflow} mix={mix} />}
    </>
  );
}

type Mix = NonNullable<NonNullable<CaseStudy['evidence']['baseline']>['mix']>;

function ObservedMix({ workflow, mix }: { workflow: CaseStudy; mix: Mix }) {
  const { parameters } = workflow.definition.scenario;
  const rows = mix.flatMap(({ parameter, values }) => {
    const found = parameters.find(({ id }) => id === parameter);
    return found
      ? values.map(({ value, share }) => ({
          label: found.label,
          value: `${settingText(found, rounded(value))}${value === found.default ? ' (baseline)' : ''}`,
          share,
        }))
      : [];
  });
  return (
    <DataTable
      caption="Observed mix of all respondents"
      rows={rows}
      rowKey={({ label, value }) => `${label}: ${value}`}
      columns={[
        { id: 'parameter', header: 'Parameter', cell: ({ label }) => <span dir="auto">{label}</span> },
        { id: 'value', header: 'Value', cell: ({ value }) => <span dir="auto">{value}</span> },
        { id: 'share', header: 'Share', numeric: true, cell: ({ share }) => formatShare(share) },
      ]}
    />
  );
}

const rounded = (value: number | string) => (typeof value === 'number' ? Number(value.toPrecision(3)) : value);

function CheckedTable({
  caption,
  rows,
  format,
}: {
  caption: string;
  rows: readonly Checked[];
  format: (value: number) => string;
}) {
  const columns: Column<Checked>[] = [
    {
      id: 'label',
      header: 'Outcome',
      cell: ({ label }) => <span dir="auto">{label}</span>,
      sortBy: ({ label }) => label,
    },
    {
      id: 'observed',
      header: 'Observed',
      numeric: true,
      cell: ({ observed }) => format(observed),
      sortBy: ({ observed }) => observed,
    },
    {
      id: 'predicted',
      header: 'Predicted',
      numeric: true,
      cell: ({ predicted }) => format(predicted),
      sortBy: ({ predicted }) => predicted,
    },
    {
      id: 'difference',
      header: 'Difference',
      numeric: true,
      cell: ({ observed, predicted }) =>
        format === formatShare
          ? formatPoints(predicted - observed)
          : `${predicted < observed ? '−' : '+'}${format(Math.abs(predicted - observed))}`,
      sortBy: ({ observed, predicted }) => Math.abs(predicted - observed),
    },
  ];
  return <DataTable caption={caption} rows={rows} rowKey={({ label }) => label} columns={columns} />;
}
