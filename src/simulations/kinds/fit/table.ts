import { intervalColumns, number, tableOf, text, type TableColumn } from '../../tables/table.js';
import type { FitResult } from './result.schema.js';

type Choice = NonNullable<FitResult['choice']>;

interface FitRow {
  kind:
    | 'estimate'
    | 'effect'
    | 'part_worth'
    | 'importance'
    | 'willingness_to_pay'
    | 'price_effect'
    | 'held_out'
    | 'baseline'
    | 'calibration';
  id: string;
  label: string;
  unit?: string | null;
  value: number;
  interval: readonly [number, number] | null;
  missing_parts?: readonly string[];
  standard_error?: number | null;
  z?: number | null;
  p?: number | null;
  predicted?: number | null;
  observed?: number | null;
}

/** One row for each number of a fit: estimates, effects, and observed values with their predictions. */
export function fitTable({ id, result }: { id: string; result: FitResult }): TableColumn[] {
  const { estimates, effects, choice, held_out: heldOut, baseline, calibration_plot: plots } = result;
  const rows: FitRow[] = [
    ...estimates.map(({ coefficient, estimate, ...own }) => {
      return { kind: 'estimate' as const, id: coefficient, ...own, value: estimate };
    }),
    ...effects.map(({ parameter, label, unit, simulated, interval, missing_parts }) => {
      return { kind: 'effect' as const, id: parameter, label, unit, value: simulated, interval, missing_parts };
    }),
    ...(choice ? choiceRows(choice) : []),
    ...heldOut.figures.map(({ observed, ...own }) => ({
      kind: 'held_out' as const,
      ...own,
      value: observed,
      observed,
    })),
    ...(baseline?.figures ?? []).map(({ observed, simulated, ...own }) => {
      return { kind: 'baseline' as const, ...own, value: simulated, observed };
    }),
    ...plots.flatMap(({ points, ...figure }) =>
      points.map(({ observed, predicted, interval }) => {
        return { kind: 'calibration' as const, ...figure, value: observed, interval, observed, predicted };
      }),
    ),
  ];
  return tableOf(rows, [
    text('fit_id', () => id),
    text('kind', ({ kind }) => kind),
    text('id', (row) => row.id),
    text('label', ({ label }) => label),
    text('unit', ({ unit }) => unit),
    intervalColumns<FitRow>('value', ({ value, interval }) => ({
      value,
      interval: interval as [number, number] | null,
    })),
    text('value_missing_parts', ({ missing_parts: parts }) => parts?.join(' ')),
    number('standard_error', (row) => row.standard_error),
    number('z', ({ z }) => z),
    number('p', ({ p }) => p),
    number('observed', ({ observed }) => observed),
    number('predicted', ({ predicted }) => predicted),
  ]);
}

/** Part-worths, importance, willingness to pay, and the change of a share (the last part of `id`) if a price is higher. */
function choiceRows({ attributes, willingness_to_pay: amounts, price_effects: prices }: Choice): FitRow[] {
  const nameOf = (label: string, group: string | null) => (group === null ? label : `${label} (${group})`);
  return [
    ...attributes.flatMap(
      ({ attribute, label, class_label: group, levels, importance, importance_interval: interval }) => [
        ...levels.map((level) => ({
          kind: 'part_worth' as const,
          id: `${attribute}.${level.level}`,
          label: nameOf(`${label}: ${level.label}`, group),
          value: level.centered,
          interval: level.centered_interval,
        })),
        { kind: 'importance' as const, id: attribute, label: nameOf(label, group), value: importance, interval },
      ],
    ),
    ...amounts.map(({ feature, label, class_label: group, unit, estimate, set }) => ({
      kind: 'willingness_to_pay' as const,
      ...{ id: feature, label: nameOf(label, group), unit, value: estimate },
      interval: set?.shape === 'bounded' ? set.limits : null,
    })),
    ...(prices?.rows ?? []).flatMap((priced) =>
      priced.effects.map(({ alternative, label, change, interval }) => ({
        kind: 'price_effect' as const,
        id: `${priced.alternative}.${alternative}`,
        label: `${priced.label} ${Math.round(100 * prices!.increase)}% dearer: ${label}`,
        ...{ value: change, interval },
      })),
    ),
  ];
}
