// cspell:ignore licence
import { DataTable, type Column } from '../../components/data-table';
import { Facts } from '../../components/facts';
import { settingText } from '../../../../src/simulations/result-words';
import { figure, row } from '../../../../src/simulations/view/blocks';
import { Figure } from '../../figures/figure';
import { formatAgents, formatCount, formatNumber, formatPoints, formatShare } from '../../format/format';
import { dataKindLabel, outcomeLabel, scoreLabel, segmentLabel } from '../../workflow/labels';
import type { CaseStudy } from '../../workflow/use-workflow';
import { Comparison, Model } from './model';

const normalQuantile = 1.96;

interface Checked {
  label: string;
  observed: number;
  observed_standard_error?: number | undefined;
  predicted: number;
}

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
        <Facts
          columns="workflows-facts"
          facts={[
            ['Title', data.title],
            ['Kind', dataKindLabel(data.kind)],
            ['Sample', data.sample],
            ['Collected', data.collected],
            ['Size', `${formatCount(data.respondents)} respondents, ${formatCount(data.observations)} observations`],
            ['Causal interpretation', data.causal],
            ['Citation', data.citation],
            ['License of the data', data.licence],
          ]}
        />
      </section>
      <Model workflow={workflow} />
      <Comparison comparison={workflow.evidence.comparison} />
    </>
  );
}

function HeldOut({ workflow }: { workflow: CaseStudy }) {
  const { hold_out: heldOut, split } = workflow.evidence;
  const outcomes = heldOut.outcomes.map((one) => ({ ...one, label: outcomeLabel(workflow, one.outcome) }));
  const measures = (heldOut.measures ?? []).map((one) => ({ ...one, label: outcomeLabel(workflow, one.measure) }));
  const segments = heldOut.segments.flatMap(({ attribute, category, label, outcomes: shares }) =>
    shares.map((one) => ({
      ...one,
      label: `${segmentLabel(workflow, attribute, category, label)} – ${outcomeLabel(workflow, one.outcome)}`,
    })),
  );
  const intervalOf = ({ observed, observed_standard_error: error }: Checked): [number, number] | null =>
    error === undefined ? null : [observed - normalQuantile * error, observed + normalQuantile * error];
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
          { header: 'Score', cell: ({ id }) => scoreLabel(id) },
          { header: 'Model', numeric: true, cell: ({ value }) => formatNumber(value) },
          {
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
    header: 'Observed, all respondents',
    numeric: true,
    cell: (figure) => (figure.observed_all === undefined ? '–' : format(figure)(figure.observed_all)),
  };
  const columns: Column<BaselineFigure>[] = [
    { header: 'Result', cell: (figure) => <span dir="auto">{labelOf(figure)}</span> },
    { header: 'Observed', numeric: true, cell: (figure) => format(figure)(figure.observed) },
    ...(respondents === 'baseline' && reason !== undefined ? [ofAll] : []),
    { header: 'Simulated', numeric: true, cell: (figure) => format(figure)(figure.simulated) },
    {
      header: '95% interval',
      numeric: true,
      cell: (figure) => figure.interval.map(format(figure)).join(' to '),
    },
    {
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
        { header: 'Parameter', cell: ({ label }) => <span dir="auto">{label}</span> },
        { header: 'Value', cell: ({ value }) => <span dir="auto">{value}</span> },
        { header: 'Share', numeric: true, cell: ({ share }) => formatShare(share) },
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
      header: 'Outcome',
      cell: ({ label }) => <span dir="auto">{label}</span>,
      sortBy: ({ label }) => label,
    },
    {
      header: 'Observed',
      numeric: true,
      cell: ({ observed }) => format(observed),
      sortBy: ({ observed }) => observed,
    },
    {
      header: 'Predicted',
      numeric: true,
      cell: ({ predicted }) => format(predicted),
      sortBy: ({ predicted }) => predicted,
    },
    {
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
