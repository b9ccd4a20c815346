import { figure, valueWithInterval, type Row } from '../../report/figure.js';
import { percent, points } from '../../report/format-numbers.js';
import { intervalPlot } from '../../report/plots/interval-plot.js';
import { legendOf, seriesByName } from '../../report/plots/series.js';
import type { Section } from '../../report/section.js';
import type { CompletedRecord } from '../ensemble.schema.js';
import type { EnsembleReportInput } from './ensemble-report-input.js';

export type ReportedOutcome = CompletedRecord['outcomes'][number];

/** Label of an outcome: that of the workflows if they agree, otherwise its shared id. */
export function labelOf({ id, models }: ReportedOutcome): string {
  const [first, ...others] = new Set(models.map(({ label }) => label));
  return others.length === 0 && first !== undefined ? first : id;
}

/** One outcome: the workflows next to each other, and their combination. */
export function outcomeSection({ ensemble, models }: EnsembleReportInput, outcome: ReportedOutcome): Section {
  const label = labelOf(outcome);
  const shown = [
    ...outcome.models.map((own, k) => ({
      name: models[k]!.name,
      weight: percent(ensemble.models[k]!.weight),
      ...own,
    })),
    {
      name: 'Combination',
      weight: '–',
      share: outcome.share.value,
      interval: outcome.share.interval,
      baseline_share: outcome.baseline_share,
      difference: outcome.difference.value,
      difference_interval: outcome.difference.interval,
    },
  ];
  const { scenario, baseline } = seriesByName;
  const plot = intervalPlot({
    title: `${label}: share by workflow`,
    rows: shown.map(({ name, share, interval, baseline_share: atBaseline }) => ({
      label: name,
      values: [
        { series: scenario, value: share, interval },
        { series: baseline, value: atBaseline },
      ],
    })),
    format: percent,
    axis: 'share',
  });
  const rows = shown.map((own): Row => [
    own.name,
    own.weight,
    valueWithInterval(percent(own.share), own.interval, percent),
    percent(own.baseline_share),
    valueWithInterval(points(own.difference), own.difference_interval, points),
  ]);
  const head = ['Workflow', 'Weight', 'Share', 'At the baseline', 'Difference, in points'];
  const caption = `${label}: share with its 95% interval`;
  return {
    id: `outcome-${outcome.id}`,
    title: label,
    content: figure(caption, plot, head, rows, legendOf([scenario, baseline])),
  };
}
