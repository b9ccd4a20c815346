import { binaryScores } from '../../fitting/evidence/scores.js';
import type { FamilyFit } from '../../fitting/family-fit.js';
import { type ObservedValue, observedMean, observedShares } from '../../fitting/rows/observed-shares.js';
import { binaryLogit } from '../../fitting/likelihoods/binary-outcomes.js';
import { fitNetwork } from '../../fitting/network/fit-network.js';
import { valuesAt } from '../../fitting/rows/rows.js';
import { EngineError } from '../../definition.js';
import { trajectoryMeans, waitingPeriods } from './diffusion.run.js';
import { contactsEquation, type Diffusion, type NetworkDefinition, hasContactsProcess } from './diffusion.schema.js';

const placeholderNetwork: NetworkDefinition = {
  group_sizes: [2],
  contacts: [0, 1],
  returned: 0,
  closed: 0,
  popularity: 0,
  observed: { reciprocity: 0, transitivity: 0, named_deviation: 0 },
};

/** Copies of each respondent that are simulated together, because the adoption of one depends on others. */
const copiesPerRow = 20;

/**
 * Adoption through contacts. Rows are respondents with `outcome.adopted`, the period of adoption. The network is
 * estimated from the contacts of all respondents.
 */
export const diffusionFit: FamilyFit<Diffusion> = {
  expansion: (decision) => (hasContactsProcess(decision) ? 'network' : undefined),
  outcomeColumns: (decision) => [[hasContactsProcess(decision) ? 'outcome.adopted' : 'outcome.share']],
  needs: (decision) => (hasContactsProcess(decision) ? [] : ['state.period']),
  calibratedParts: {
    placeholder: (decision) =>
      (decision.process as UnknownRecord).kind === 'contacts' ? withNetwork(decision, placeholderNetwork) : decision,
    parts(decision, { network }) {
      if (!network)
        throw new EngineError(
          'invalid_argument',
          'The network is estimated from contacts: the recipe must expand a network.',
        );
      return withNetwork(decision, fitNetwork(network.groups, network.contacts));
    },
  },
  bind({ decision }, rows, { row, event: events }) {
    if (!hasContactsProcess(decision))
      throw new EngineError('invalid_argument', 'A market diffusion is fitted to adoption shares, not to respondents.');
    const { count } = decision.periods;
    const adoptedAt = Int32Array.from(rows.outcomes['outcome.adopted']!, (period) =>
      period <= count ? period : count + 1,
    );
    const eventsAt = (at: Int32Array) => valuesAt(events!, at, new Float64Array(at.length));
    const waitingTimes = waitingPeriods(decision, adoptedAt);
    return {
      equations: [contactsEquation],
      constants: [contactsEquation],
      hasEqualShares: false,
      copies: copiesPerRow,
      kernel: (at) => binaryLogit(eventsAt(at)),
      observed(selected): ObservedValue[] {
        const own = Array.from(selected, (row) =>
          trajectoryMeans(decision, { adoptedAt: adoptedAt.subarray(row, row + 1) }),
        );
        const places = new Map(Array.from(selected, (row, k) => [row, k]));
        return Array.from(own[0] ?? [], (_, target) => {
          if (target === decision.outcomes.length) return observedMean(waitingTimes, selected, rows);
          const isReached = Int32Array.from(adoptedAt, (_adopted, row) =>
            Math.round(own[places.get(row) ?? -1]?.[target] ?? 0),
          );
          return observedShares(isReached, 2, selected, rows)[1]!;
        });
      },
      scores(predicted, byShares) {
        const yes = binaryLogit(new Float64Array(predicted.observations.length).fill(1));
        const weights = Float64Array.from(predicted.observations, (k) => rows.weights?.[row[k]!] ?? 1);
        const weightedEvents = eventsAt(predicted.observations).map((event, k) => event * weights[k]!);
        return binaryScores(predicted, byShares, yes, weightedEvents, weights);
      },
    };
  },
};

type UnknownRecord = Readonly<Record<string, unknown>>;

function withNetwork(decision: UnknownRecord, network: NetworkDefinition): UnknownRecord {
  return { ...decision, process: { ...(decision.process as UnknownRecord), network } };
}
