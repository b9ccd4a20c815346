import { choiceScores } from '../../evidence/choice-scores.js';
import type { FamilyFit, ObservedValue } from '../family-fit.js';
import { requireEveryOutcome } from '../../identification.js';
import { conditionalLogit } from '../../kernels/conditional-logit.js';
import { observedShares } from '../../rows/observed-shares.js';
import { type Rows, valuesAt, weightsAt } from '../../rows/rows.js';
import { DataIssues } from '../../recipe/recipe-error.js';
import { availabilityOf, compileAvailability } from '../../../engine/families/conditional-logit/availability.js';
import type { ConditionalLogit } from '../../../engine/families/conditional-logit/conditional-logit.schema.js';
import { mixtureOf } from './fit-tastes.js';

/** Agents per row over which the expectation is taken for random tastes. */
const agentsPerRow = 200;

/** Choices; `outcome` is the chosen alternative. */
export const conditionalLogitFit: FamilyFit<ConditionalLogit> = {
  outcomeColumns: () => [['outcome']],
  needs: ({ alternatives }) =>
    alternatives.flatMap(({ available_when: when }) => (when ? [`attribute.${when.attribute}`] : [])),
  bind({ decision, population }, rows) {
    const ids = decision.alternatives.map(({ id }) => id);
    const chosen = Int32Array.from(rows.outcomes.outcome!);
    const available = availabilityOf(compileAvailability(decision, population.attributes), rows.attributes);
    requireAvailable(rows, chosen, available, ids);
    requireEveryOutcome(valuesAt(chosen, rows.train, new Int32Array(rows.train.length)), ids);
    const mixture = mixtureOf(decision);
    const hasRandomTastes = decision.coefficients.some(({ taste }) => taste);
    const openTo = (at: Int32Array) =>
      Uint8Array.from(
        { length: at.length * ids.length },
        (_, k) => available[k % ids.length]![at[Math.floor(k / ids.length)]!]!,
      );
    return {
      equations: ids,
      constants: ids.slice(1),
      hasEqualShares: true,
      ...(mixture && { mixture }),
      ...(hasRandomTastes && { copies: agentsPerRow }),
      kernel: (at) => conditionalLogit(ids.length, valuesAt(chosen, at, new Int32Array(at.length)), openTo(at)),
      observed: (selected): ObservedValue[] => observedShares(chosen, ids.length, selected, rows),
      scores(predicted, byShares) {
        const { observations } = predicted;
        const open = openTo(observations);
        const kernelOf = (outcome: number) =>
          conditionalLogit(ids.length, new Int32Array(observations.length).fill(outcome), open);
        return choiceScores(
          predicted,
          byShares,
          ids.length,
          kernelOf,
          valuesAt(chosen, observations, new Int32Array(observations.length)),
          weightsAt(rows, predicted.observations),
        );
      },
    };
  },
};

function requireAvailable(
  { lines }: Rows,
  chosen: Int32Array,
  available: readonly Uint8Array[],
  ids: readonly string[],
): void {
  const issues = new DataIssues();
  chosen.forEach((choice, row) => {
    if (available[choice]![row] === 0)
      issues.add(lines[row]!, '', `${ids[choice]} is chosen, but not available in this row`);
  });
  issues.throwIfAny();
}
