import { intervalColumns, number, tableOf, text, type ColumnOf, type TableColumn } from '../../tables/table.js';
import type { SensitivityResult } from '../../../../model/analyses.js';

type Figure = SensitivityResult['figures'][number];
interface FactorRow {
  figure: Figure;
  factor: Figure['factors'][number];
}

/** One row for each factor of each figure. */
export function sensitivityTable({ id, result }: { id: string; result: SensitivityResult }): TableColumn[] {
  const rows = result.figures.flatMap((figure) => figure.factors.map((factor): FactorRow => ({ figure, factor })));
  return tableOf(rows, [
    text('sensitivity_id', () => id),
    text('missing_parts', () => result.missing_parts.join(' ')),
    text('figure', ({ figure }) => figure.id),
    text('figure_label', ({ figure }) => figure.label),
    text('figure_kind', ({ figure }) => figure.kind),
    text('unit', ({ figure }) => figure.unit),
    number('base', ({ figure }) => figure.base),
    number('mean', ({ figure }) => figure.mean),
    number('standard_deviation', ({ figure }) => figure.standard_deviation),
    indexColumns('interactions', ({ figure }) => figure.interactions),
    text('factor', ({ factor }) => factor.name),
    text('factor_label', ({ factor }) => factor.label),
    text('factor_kind', ({ factor }) => factor.kind),
    indexColumns('total', ({ factor }) => factor.total),
    indexColumns('first_order', ({ factor }) => factor.first_order),
    intervalColumns(
      'mu_star',
      ({ factor: { screening } }) => screening && { value: screening.mu_star, interval: screening.mu_star_interval },
    ),
    number('mu', ({ factor }) => factor.screening?.mu),
    number('sigma', ({ factor }) => factor.screening?.sigma),
    endColumns('lowest', ({ factor }) => factor.low),
    endColumns('highest', ({ factor }) => factor.high),
  ]);
}

function indexColumns(name: string, read: (row: FactorRow) => Figure['interactions']): ColumnOf<FactorRow>[] {
  return [...intervalColumns(name, read), number(`${name}_standard_error`, (row) => read(row)?.standard_error)];
}

/** A setting is a number or an option, so that its column is a text. */
function endColumns(name: string, read: (row: FactorRow) => FactorRow['factor']['low']): ColumnOf<FactorRow>[] {
  return [
    text(`${name}_setting`, (row) => {
      const { setting } = read(row);
      return setting === null ? null : String(setting);
    }),
    number(`${name}_value`, (row) => read(row).value),
  ];
}
