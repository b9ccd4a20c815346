import { figure, row, table, text, valueCell, section } from '../../view/blocks.js';
import { formats, number, percent, setting } from '../../view/format-numbers.js';
import type { Block, Section } from '../../view/view.schema.js';
import type { SensitivityResult } from '../../../../model/analyses.js';
import type { WorkflowDefinition } from '../../../../model/definition.js';
import type { Reported, RunView } from '../../run.kind.js';
import type { ErrorParts } from '../../../../model/simulate.js';
import { transportText } from '../../view/held-out-population.js';
import type { SensitivityPlan } from './request.schema.js';

type ReportedFigure = SensitivityResult['figures'][number];
type Factor = ReportedFigure['factors'][number];

const maxBars = 15;

const formatNameOf = ({ unit }: ReportedFigure) => (unit === null ? 'percent' : 'number');

/** The values of a figure if one input changes, the widest range first. */
function tornadoFigure(own: ReportedFigure): Block {
  const { label, unit, base, factors } = own;
  const format = formats[formatNameOf(own)];
  const swing = ({ low, high }: Factor) => high.value - low.value;
  const bars = factors.toSorted((a, b) => swing(b) - swing(a)).slice(0, maxBars);
  const settingOf = ({ setting: at }: Factor['low']) =>
    at === null ? null : typeof at === 'number' ? setting(Number(at.toPrecision(4))) : at;
  const end = (own: Factor['low']) => {
    const at = settingOf(own);
    return `${format(own.value)}${at === null ? '' : ` at ${at}`}`;
  };
  return figure(
    `${label}: range if one input changes`,
    {
      type: 'tornado',
      axis: unit ?? 'share',
      format: formatNameOf(own),
      base,
      bars: bars.map(({ label: name, low, high }) => ({
        ...{ label: name, low: low.value, high: high.value },
        ...{ low_at: settingOf(low), high_at: settingOf(high) },
      })),
    },
    ['Input', 'Lowest value', 'Highest value'],
    bars.map((factor) => row(factor.label, end(factor.low), end(factor.high))),
  );
}

/** The indices and the screening of one figure. @param isHeadline whether the view already shows the tornado chart */
function figureSection(own: ReportedFigure, isHeadline: boolean): Section {
  const { id, label, base, factors } = own;
  const indices = factors.flatMap(({ label: name, first_order: first, total }) =>
    first && total
      ? [row(name, ...[first, total].map(({ value, interval }) => valueCell(value, interval, number)))]
      : [],
  );
  const screening = factors.flatMap(({ label: name, screening: effects }) => {
    if (!effects) return [];
    const { mu_star, mu_star_interval: interval, mu, sigma } = effects;
    return [row(name, valueCell(mu_star, interval, number), number(mu), number(sigma))];
  });
  return section(
    { id: `figure-${id}`, title: label, part: 'answer' },
    text(
      `The line is the value in the scenario of the request, ${formats[formatNameOf(own)](base)}. Each bar shows the values if only this input changes: a parameter over its range, or the coefficients over 95% of their estimated distribution.`,
    ),
    !isHeadline && tornadoFigure(own),
    indices.length > 0
      ? table(`${label}: shares of the variance (Sobol indices)`, ['Input', 'Alone', 'With interactions'], indices)
      : text('No input changes this figure.'),
    table(
      `${label}: elementary effects (Morris)`,
      ['Parameter', 'Mean absolute effect', 'Mean effect', 'Standard deviation'],
      screening,
    ),
  );
}

function findingOf({ label, factors }: ReportedFigure): string {
  const [first, second] = factors.filter(({ total }) => total !== null);
  if (!first?.total) return `No input changes ${label}.`;
  const share = (factor: Factor) => `${factor.label} (${percent(Math.max(0, factor.total!.value))} of the variance)`;
  return `For ${label}, these matter most: ${[first, ...(second ? [second] : [])].map(share).join(', then ')}.`;
}

type ReportedSensitivity = Reported<SensitivityPlan, SensitivityResult>;

export function sensitivityView(input: ReportedSensitivity): RunView {
  const { definition, plan, result } = input;
  const headline = headlineFigure(definition, result.figures);
  const others = result.figures.filter((own) => own !== headline);
  return {
    headline: findingOf(headline),
    varied: plan.parameters.map(({ name }) => name),
    chart: tornadoFigure(headline),
    sections: [
      figureSection(headline, true),
      ...others.map((own) => figureSection(own, false)),
      rangesSection(input),
      limitsSection(input),
    ],
  };
}

/** The headline of the workflow. Default: the figure that varies most. */
function headlineFigure(
  { headline_outcome: id }: WorkflowDefinition,
  figures: readonly ReportedFigure[],
): ReportedFigure {
  const varied = figures.toSorted((a, b) => b.standard_deviation - a.standard_deviation);
  return figures.find((own) => own.id === id) ?? varied[0]!;
}

function rangesSection({ definition, plan, result }: ReportedSensitivity): Section {
  const labelOf = (name: string) => definition.scenario.parameters.find(({ id }) => id === name)?.label ?? name;
  const rows = plan.parameters.map(({ name, from, to, options }) =>
    row(
      labelOf(name),
      options?.join(', ') ?? `${setting(from!)} to ${setting(to!)}`,
      result.screened_out.includes(name) ? 'screened out' : 'has indices',
    ),
  );
  const ranges = table('Ranges of the parameters', ['Parameter', 'Range', 'State'], rows);
  return section({ id: 'ranges', title: 'Ranges', part: 'answer' }, ranges);
}

const missingTexts: Record<keyof ErrorParts, string> = {
  simulation: 'simulation, the error of a finite number of agents',
  estimation: 'estimation, the error of the coefficients, which do not vary',
  population: 'population, which is fixed',
  model: 'model, because its form is fixed',
  targets: 'calibration targets, because the constants that match them do not vary',
};

function limitsSection({ definition, result }: ReportedSensitivity): Section {
  const { includes_coefficients: hasCoefficients, missing_parts: missing } = result;
  return section(
    { id: 'indices', title: 'How to read the indices', part: 'certainty' },
    text([
      'The indices are shares of the variance if all parameters are independent and equally likely everywhere in their ranges. Wider ranges give a parameter larger indices.',
      hasCoefficients
        ? 'The coefficients are correlated, so they are one input: all of them, drawn from their estimated distribution.'
        : 'The coefficients of the model are fixed.',
    ]),
    text('Intervals contain the error of the samples only. The values in the tornado charts have no intervals.'),
    text(`${missing.map((part) => missingTexts[part]).join('; ')}.`, 'Missing:'),
    transportText(definition.evidence.data),
  );
}
