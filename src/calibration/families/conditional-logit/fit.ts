import { choiceScores } from '../../evidence/choice-scores.js';
import { type FamilyFit, type Seen } from '../family-fit.js';
import { requireEveryOutcome } from '../../identification.js';
import { conditionalLogit } from '../../kernels/conditional-logit.js';
import { sharesSeen } from '../../rows/shares-seen.js';
import { type Rows, taken, weightsAt } from '../../rows/rows.js';
import { DataIssues } from '../../spec/spec-error.js';
import { availabilityOf, compileAvailability } from '../../../engine/families/conditional-logit/availability.js';
import { type ConditionalLogit } from '../../../engine/families/conditional-logit/schema.js';
import { mixtureOf } from './fit-tastes.js';

/** Over how many people the expectation is taken where tastes are random. */
const COPIES = 200;

/** Choices, the alternative being given as `outcome`. */
export const conditionalLogitFit: FamilyFit<ConditionalLogit> = {
  outcomeColumns: () => [['outcome']],
  needs: ({ alternatives }) =>
    alternatives.flatMap(({ available_when: when }) => (when ? [`attribute.${when.attribute}`] : [])),
  bind({ decision, population }, rows) {
    const ids = decision.alternatives.map(({ id }) => id);
    const chosen = Int32Array.from(rows.outcomes.outcome!);
    const available = availabilityOf(compileAvailability(decision, population.attributes), rows.people);
    requireAvailable(rows, chosen, available, ids);
    requireEveryOutcome(taken(chosen, rows.train, new Int32Array(rows.train.length)), ids);
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
      ...(hasRandomTastes && { copies: COPIES }),
      kernel: (at) => conditionalLogit(ids.length, taken(chosen, at, new Int32Array(at.length)), openTo(at)),
      observed: (asked): Seen[] => sharesSeen(chosen, ids.length, asked, rows.weights),
      scores(told, byShares) {
        const { at } = told;
        const open = openTo(at);
        const kernelOf = (outcome: number) =>
          conditionalLogit(ids.length, new Int32Array(at.length).fill(outcome), open);
        return choiceScores(
          told,
          byShares,
          ids.length,
          kernelOf,
          taken(chosen, at, new Int32Array(at.length)),
          weightsAt(rows, told.at),
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
    if (available[choice]![row] === 0) issues.add(lines[row]!, '', `${ids[choice]} is chosen, but not available here`);
  });
  issues.throwAny();
}
