import { intervalColumns, number, tableOf, text, type ColumnOf, type TableColumn } from '../../tables/table.js';
import type { SensitivityResult } from './result.schema.js';

type Figure = SensitivityResult['figures'][number];
interface FactorRow {
  figure: Figure;
  own: Figure['factors'][number];
}

/** One row for each factor of each figure. */
export function sensitivityTable({ id, result }: { id: string; result: SensitivityResult }): TableColumn[] {
  const rows = result.figures.flatMap((figure) => figure.factors.map((own): FactorRow => ({ figure, own })));
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
    text('factor', ({ own }) => own.name),
    text('factor_label', ({ own }) => own.label),
    text('factor_kind', ({ own }) => own.kind),
    indexColumns('total', ({ own }) => own.total),
    indexColumns('first_order', ({ own }) => own.first_order),
    intervalColumns(
      'mu_star',
      ({ own: { screening } }) => screening && { value: screening.mu_star, interval: screening.mu_star_interval },
    ),
    number('mu', ({ own }) => own.screening?.mu),
    number('sigma', ({ own }) => own.screening?.sigma),
    endColumns('lowest', ({ own }) => own.low),
    endColumns('highest', ({ own }) => own.high),
  ]);
}

function indexColumns(name: string, read: (row: FactorRow) => Figure['interactions']): ColumnOf<FactorRow>[] {
  return [...intervalColumns(name, read), number(`${name}_standard_error`, (row) => read(row)?.standard_error)];
}

/** A setting is a number or an option, so that its column is a text. */
function endColumns(name: string, read: (row: FactorRow) => FactorRow['own']['low']): ColumnOf<FactorRow>[] {
  return [
    text(`${name}_setting`, (row) => {
      const { setting } = read(row);
      return setting === null ? null : String(setting);
    }),
    number(`${name}_value`, (row) => read(row).value),
  ];
}
