import { markup } from '../../../common/http/html.js';
import { figure, table, valueWithInterval, type Row } from '../../report/figure.js';
import { number, percent, setting } from '../../report/format-numbers.js';
import { tornadoPlot } from '../../report/plots/tornado-plot.js';
import type { Section } from '../../report/section.js';
import type { SensitivityResult } from './result.schema.js';

export type ReportedFigure = SensitivityResult['figures'][number];
type Factor = ReportedFigure['factors'][number];

const maxBars = 15;

/** The tornado chart of one figure, its indices and its screening. */
export function figureSection({ id, label, unit, base, factors }: ReportedFigure): Section {
  const format = unit === null ? percent : number;
  const swing = ({ low, high }: Factor) => high.value - low.value;
  const bars = factors.toSorted((a, b) => swing(b) - swing(a)).slice(0, maxBars);
  const end = ({ setting: at, value }: Factor['low']) =>
    `${format(value)}${at === null ? '' : ` at ${typeof at === 'number' ? setting(Number(at.toPrecision(4))) : at}`}`;
  const plot = tornadoPlot({
    title: `${label}: range if one input changes`,
    bars: bars.map((factor) => ({ label: factor.label, low: factor.low.value, high: factor.high.value })),
    base,
    axis: unit ?? 'share',
    format,
  });
  const rows = bars.map((factor): Row => [factor.label, end(factor.low), end(factor.high)]);
  const indices = factors.flatMap(({ label: name, first_order: first, total }): Row[] =>
    first && total
      ? [
          [
            name,
            valueWithInterval(number(first.value), first.interval, number),
            valueWithInterval(number(total.value), total.interval, number),
          ],
        ]
      : [],
  );
  const screening = factors.flatMap(({ label: name, screening: effects }): Row[] =>
    effects
      ? [
          [
            name,
            valueWithInterval(number(effects.mu_star), effects.mu_star_interval, number),
            number(effects.mu),
            number(effects.sigma),
          ],
        ]
      : [],
  );
  const content = markup`<p>The line is the value in the scenario of the request, ${format(base)}. Each bar shows the values if only this input changes: a parameter over its range, or the coefficients over 95% of their estimated distribution.</p>
${figure(`${label}: tornado chart`, plot, ['Input', 'Lowest value', 'Highest value'], rows)}
${indices.length > 0 ? table(`${label}: shares of the variance (Sobol indices)`, ['Input', 'Alone', 'With interactions'], indices) : markup`<p>No input changes this figure.</p>`}
${table(`${label}: elementary effects (Morris)`, ['Parameter', 'Mean absolute effect', 'Mean effect', 'Standard deviation'], screening)}`;
  return { id: `figure-${id}`, title: label, content };
}

/** The finding as a sentence. */
export function findingOf({ label, factors }: ReportedFigure): string {
  const [first, second] = factors.filter(({ total }) => total !== null);
  if (!first?.total) return `No input changes ${label}.`;
  const share = (factor: Factor) => `${factor.label} (${percent(Math.max(0, factor.total!.value))} of the variance)`;
  return `For ${label}, these matter most: ${[first, ...(second ? [second] : [])].map(share).join(', then ')}.`;
}
