import { figure, row, table, text, valueWithInterval } from '../../view/blocks.js';
import { formats, number, percent, setting } from '../../view/format-numbers.js';
import type { Block, Section } from '../../view/view.schema.js';
import type { SensitivityResult } from './result.schema.js';

export type ReportedFigure = SensitivityResult['figures'][number];
type Factor = ReportedFigure['factors'][number];

const maxBars = 15;

const formatNameOf = ({ unit }: ReportedFigure) => (unit === null ? 'percent' : 'number');

/** The values of a figure if one input changes, the widest range first. */
export function tornadoFigure(own: ReportedFigure): Block {
  const { label, unit, base, factors } = own;
  const format = formats[formatNameOf(own)];
  const swing = ({ low, high }: Factor) => high.value - low.value;
  const bars = factors.toSorted((a, b) => swing(b) - swing(a)).slice(0, maxBars);
  const end = ({ setting: at, value }: Factor['low']) =>
    `${format(value)}${at === null ? '' : ` at ${typeof at === 'number' ? setting(Number(at.toPrecision(4))) : at}`}`;
  return figure(
    `${label}: range if one input changes`,
    {
      type: 'tornado',
      axis: unit ?? 'share',
      format: formatNameOf(own),
      base,
      bars: bars.map((factor) => ({ label: factor.label, low: factor.low.value, high: factor.high.value })),
    },
    ['Input', 'Lowest value', 'Highest value'],
    bars.map((factor) => row(factor.label, end(factor.low), end(factor.high))),
  );
}

/** The indices and the screening of one figure. @param isHeadline whether the view already shows the tornado chart */
export function figureSection(own: ReportedFigure, isHeadline: boolean): Section {
  const { id, label, base, factors } = own;
  const indices = factors.flatMap(({ label: name, first_order: first, total }) =>
    first && total
      ? [
          row(
            name,
            valueWithInterval(number(first.value), first.interval, number),
            valueWithInterval(number(total.value), total.interval, number),
          ),
        ]
      : [],
  );
  const screening = factors.flatMap(({ label: name, screening: effects }) =>
    effects
      ? [
          row(
            name,
            valueWithInterval(number(effects.mu_star), effects.mu_star_interval, number),
            number(effects.mu),
            number(effects.sigma),
          ),
        ]
      : [],
  );
  const blocks = [
    text(
      `The line is the value in the scenario of the request, ${formats[formatNameOf(own)](base)}. Each bar shows the values if only this input changes: a parameter over its range, or the coefficients over 95% of their estimated distribution.`,
    ),
    ...(isHeadline ? [] : [tornadoFigure(own)]),
    indices.length > 0
      ? table(`${label}: shares of the variance (Sobol indices)`, ['Input', 'Alone', 'With interactions'], indices)
      : text('No input changes this figure.'),
    table(
      `${label}: elementary effects (Morris)`,
      ['Parameter', 'Mean absolute effect', 'Mean effect', 'Standard deviation'],
      screening,
    ),
  ];
  return { id: `figure-${id}`, title: label, part: 'answer', blocks };
}

/** The finding as a sentence. */
export function findingOf({ label, factors }: ReportedFigure): string {
  const [first, second] = factors.filter(({ total }) => total !== null);
  if (!first?.total) return `No input changes ${label}.`;
  const share = (factor: Factor) => `${factor.label} (${percent(Math.max(0, factor.total!.value))} of the variance)`;
  return `For ${label}, these matter most: ${[first, ...(second ? [second] : [])].map(share).join(', then ')}.`;
}
