import { count, estimateColumns, number, tableOf, text, type ColumnOf, type TableColumn } from '../tables/table.js';
import type { RankingRecord } from './ranking.schema.js';

type RankedSimulation = RankingRecord['simulations'][number];

/** One row for each simulation, best first. */
export function rankingTable({ simulations, figure, reference, ranking, ...record }: RankingRecord): TableColumn[] {
  return tableOf(simulations, [
    count('rank', ({ rank }) => rank),
    text('simulation_id', ({ simulation_id }) => simulation_id),
    text('name', ({ name }) => name),
    text('reference', () => reference),
    text('figure', () => figure.id),
    text('figure_label', () => figure.label),
    text('figure_kind', () => figure.kind),
    text('objective', () => record.objective),
    count('agent_count', () => record.agents),
    parameterColumns(simulations),
    estimateColumns('value', (own) => own),
    estimateColumns('difference', ({ difference, difference_interval, difference_errors }) => ({
      value: difference,
      interval: difference_interval,
      errors: difference_errors,
    })),
    number('probability_greater', ({ probability_greater }) => probability_greater),
    number('probability_best', ({ probability_best }) => probability_best),
    number('probability_better_than_next', ({ rank }) => ranking?.probability_better_than_next[rank - 1]),
    number('probability_of_order', () => ranking?.probability_of_order),
  ]);
}

/** The parameters that differ from the reference in at least one simulation. */
function parameterColumns(simulations: readonly RankedSimulation[]): ColumnOf<RankedSimulation>[] {
  const changed = simulations.flatMap(({ parameters }) => parameters);
  const referenceValues = new Map(changed.map(({ parameter, reference_value }) => [parameter, reference_value]));
  return [...referenceValues].map(([parameter, referenceValue]) => {
    const valueOf = ({ parameters }: RankedSimulation) =>
      parameters.find((own) => own.parameter === parameter)?.value ?? referenceValue;
    const name = `parameter.${parameter}`;
    return typeof referenceValue === 'string'
      ? text(name, (row) => String(valueOf(row)))
      : number(name, (row) => Number(valueOf(row)));
  });
}
