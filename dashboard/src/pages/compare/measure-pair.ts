import type { GroupFigure } from '../../measures/linear-estimate';
import type { Scenario } from '../../measures/measure';
import type { Figures, Pair } from '../../measures/measure-values';
import { shareRows, type DifferenceRow } from './difference-rows';
import type { Comparison } from './use-comparisons';

type Group = { id: string; outcomes: readonly string[] };

/** The figures of a comparison for the measures of the user. `first` is the reference of the comparison. */
export function pairOf(
  comparison: Pick<Comparison, 'outcomes' | 'outcome_groups'>,
  ownScenario: Scenario,
  referenceScenario: Scenario,
  groups: readonly Group[],
): Pair {
  const outcomes = shareRows(comparison.outcomes);
  const grouped = shareRows(comparison.outcome_groups);
  const figures = (read: (row: DifferenceRow) => Pick<GroupFigure, 'value' | 'interval'>): Figures => ({
    outcomes: outcomes.map((row) => ({ id: row.id, ...read(row) })),
    groups: grouped.map((row) => ({
      id: row.id,
      outcomes: groups.find(({ id }) => id === row.id)?.outcomes ?? [],
      ...read(row),
    })),
  });
  return {
    first: {
      scenario: referenceScenario,
      shares: figures((row) => ({ value: row.first, interval: row.firstInterval })),
    },
    second: { scenario: ownScenario, shares: figures((row) => ({ value: row.other, interval: row.otherInterval })) },
    differences: figures((row) => ({ value: row.difference, interval: row.differenceInterval })),
  };
}
