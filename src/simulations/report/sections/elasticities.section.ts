import { markup } from '../../../common/http/html.js';
import { numericParameters } from '../../../engine/definition.js';
import { headlineOf } from '../../headline.js';
import { figure, table, valueWithInterval, type Cell, type Row } from '../figure.js';
import { change, setting } from '../format-numbers.js';
import { intervalPlot, type IntervalRow } from '../plots/interval-plot.js';
import { seriesByName } from '../plots/series.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';

/** Elasticities of the headline figure with respect to the numeric parameters, the largest first. */
export function elasticitiesSection({ definition, summary, indicators }: ReportInput): Section | undefined {
  if (!indicators) return undefined;
  const { parameters, elasticities } = indicators.elasticities;
  const { id, label } = headlineOf(definition, summary).figure;
  const found = elasticities
    .filter((one) => one.figure === id && (one.point ?? one.arc))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (found.length === 0) return undefined;
  const parameterOf = (one: Elasticity) => parameters.find((parameter) => parameter.id === one.parameter)!;
  const title = `${label}: elasticities`;
  const shown = found.filter(({ point }) => point?.kind === 'elasticity');
  const rows: IntervalRow[] = shown.map((one) => {
    const { estimate, interval } = one.point!;
    return { label: parameterOf(one).label, values: [{ series: seriesByName.scenario, value: estimate, interval }] };
  });
  const cells = found.map((one): Row => {
    const { label: name, value, unit } = parameterOf(one);
    return [name, `${setting(value)} ${unit}`, estimateCell(one.point), estimateCell(one.arc)];
  });
  const head = ['Parameter', 'Value', 'At the scenario', 'Arc'];
  const axis = 'change in % for 1% more of the parameter';
  const content =
    rows.length > 0
      ? figure(title, intervalPlot({ title, rows, format: change, axis, isDifference: true }), head, cells)
      : table(title, head, cells);
  const all = numericParameters(definition.scenario.parameters).length;
  return {
    id: 'elasticities',
    title: 'Elasticities',
    content: markup`<p>An elasticity of −0.5 means that 1% more of the parameter lowers the figure by 0.5%. A value per unit shows the relative change for one unit more. The arc compares the baseline with the scenario, or 10% less with 10% more. ${all > parameters.length && `${parameters.length} of ${all} parameters are shown; the API returns all.`} No interval includes the error of the model.</p>
${content}`,
  };
}

type Elasticity = NonNullable<ReportInput['indicators']>['elasticities']['elasticities'][number];

const sizeOf = ({ point, arc }: Elasticity) => Math.abs((point ?? arc)?.estimate ?? 0);

function estimateCell(estimate: Elasticity['point'] | Elasticity['arc']): Cell {
  if (!estimate) return '–';
  const unit = estimate.kind === 'semi_elasticity' ? ' per unit' : '';
  return valueWithInterval(`${change(estimate.estimate)}${unit}`, estimate.interval, change);
}
