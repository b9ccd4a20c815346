import { numericParameters } from '../../../../model/definition.js';
import { headlineOf } from '../../headline.js';
import { settingText } from '../../result-words.js';
import { figure, row, table, text, valueWithInterval, seriesById, section } from '../blocks.js';
import { change, setting } from '../format-numbers.js';
import type { ViewInput } from '../view-input.js';
import type { Cell, Section } from '../view.schema.js';

/** Elasticities of the headline figure with respect to the numeric parameters, the largest first. */
export function elasticitiesSection({ definition, summary, indicators }: ViewInput): Section | undefined {
  if (!indicators) return undefined;
  const { parameters, elasticities } = indicators.elasticities;
  const { id, label } = headlineOf(definition, summary).figure;
  const found = elasticities
    .filter((one) => one.figure === id && (one.point ?? one.arc))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (found.length === 0) return undefined;
  const parameterOf = (one: Elasticity) => parameters.find((parameter) => parameter.id === one.parameter)!;
  const title = `${label}: elasticities`;
  const rows = found.flatMap((one) =>
    one.point?.kind === 'elasticity'
      ? [
          {
            label: parameterOf(one).label,
            values: [{ series: 'scenario' as const, value: one.point.estimate, interval: one.point.interval }],
          },
        ]
      : [],
  );
  const cells = found.map((one) => {
    const { id: parameterId, label: name, value } = parameterOf(one);
    const own = definition.scenario.parameters.find((parameter) => parameter.id === parameterId);
    return row(name, own ? settingText(own, value) : setting(value), estimateCell(one.point), estimateCell(one.arc));
  });
  const head = ['Parameter', 'Value', 'At the scenario', 'Arc'];
  const axis = 'change in % for 1% more of the parameter';
  const all = numericParameters(definition.scenario.parameters).length;
  return section(
    'elasticities',
    'Elasticities',
    'analyses',
    text([
      'An elasticity of −0.5 means that 1% more of the parameter lowers the figure by 0.5%. A value per unit shows the relative change for one unit more. The arc compares the baseline with the scenario, or 10% less with 10% more.',
      all > parameters.length && `${parameters.length} of ${all} parameters are shown; the API returns all.`,
      'No interval includes the error of the model.',
    ]),
    rows.length > 0
      ? figure(
          title,
          { type: 'intervals', axis, format: 'change', is_difference: true, series: [seriesById.scenario], rows },
          head,
          cells,
        )
      : table(title, head, cells),
  );
}

type Elasticity = NonNullable<ViewInput['indicators']>['elasticities']['elasticities'][number];

const sizeOf = ({ point, arc }: Elasticity) => Math.abs((point ?? arc)?.estimate ?? 0);

function estimateCell(estimate: Elasticity['point'] | Elasticity['arc']): Cell {
  if (!estimate) return { text: '–' };
  const unit = estimate.kind === 'semi_elasticity' ? ' per unit' : '';
  return valueWithInterval(`${change(estimate.estimate)}${unit}`, estimate.interval, change);
}
