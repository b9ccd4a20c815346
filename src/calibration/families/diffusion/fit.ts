import { binaryScores } from '../../evidence/binary-scores.js';
import { type FamilyFit, type Seen } from '../family-fit.js';
import { binaryLogit } from '../../kernels/binary-logit.js';
import { fitNetwork } from '../../network/fit-network.js';
import { meanSeen } from '../../rows/means-seen.js';
import { taken } from '../../rows/rows.js';
import { EngineError } from '../../../engine/engine-error.js';
import { trajectoryMeans, waitingPeriods } from '../../../engine/families/diffusion/trajectory.js';
import {
  contactsEquation,
  type Diffusion,
  type NetworkDefinition,
  hasContactsProcess,
} from '../../../engine/families/diffusion/schema.js';

/** A network that any group could have. */
const SOME_NETWORK: NetworkDefinition = {
  group_sizes: [2],
  contacts: [0, 1],
  returned: 0,
  closed: 0,
  popularity: 0,
  observed: { reciprocity: 0, transitivity: 0, named_deviation: 0 },
};

/** How many people of each row are run together: the adoption of one depends on that of others. */
const COPIES = 20;

/**
 * Adoption along contacts: rows are people with `outcome.adopted`, the period in which they adopted, and the network is found from the
 * contacts of all of them.
 */
export const diffusionFit: FamilyFit<Diffusion> = {
  expansion: (decision) => (hasContactsProcess(decision) ? 'network' : undefined),
  outcomeColumns: (decision) => [[hasContactsProcess(decision) ? 'outcome.adopted' : 'outcome.share']],
  needs: (decision) => (hasContactsProcess(decision) ? [] : ['state.period']),
  found: {
    placeholder: (decision) =>
      (decision.process as Loose).kind === 'contacts' ? withNetwork(decision, SOME_NETWORK) : decision,
    parts(decision, { network }) {
      if (!network) throw new EngineError('invalid_argument', 'A network is found from the contacts of people.');
      return withNetwork(decision, fitNetwork(network.groups, network.contacts));
    },
  },
  bind({ decision }, rows, { row, event: events }) {
    if (!hasContactsProcess(decision))
      throw new EngineError('invalid_argument', 'A diffusion among everybody is not fitted from people.');
    const { count } = decision.periods;
    const adoptedAt = Int32Array.from(rows.outcomes['outcome.adopted']!, (period) =>
      period <= count ? period : count + 1,
    );
    const eventsAt = (at: Int32Array) => taken(events!, at, new Float64Array(at.length));
    const waited = waitingPeriods(decision, adoptedAt);
    return {
      equations: [contactsEquation],
      constants: [contactsEquation],
      hasEqualShares: false,
      copies: COPIES,
      kernel: (at) => binaryLogit(eventsAt(at)),
      observed(asked): Seen[] {
        const means = trajectoryMeans(decision, { adoptedAt: taken(adoptedAt, asked, new Int32Array(asked.length)) });
        return Array.from(means, (value, target) =>
          target === decision.outcomes.length
            ? meanSeen(waited, asked, undefined)
            : { value, error: Math.sqrt((value * (1 - value)) / asked.length) },
        );
      },
      scores(told, byShares) {
        const yes = binaryLogit(new Float64Array(told.at.length).fill(1));
        const weights = Float64Array.from(told.at, (k) => rows.weights?.[row[k]!] ?? 1);
        const came = eventsAt(told.at).map((event, k) => event * weights[k]!);
        return binaryScores(told, byShares, yes, came, weights);
      },
    };
  },
};

type Loose = Readonly<Record<string, unknown>>;

function withNetwork(decision: Loose, network: NetworkDefinition): Loose {
  return { ...decision, process: { ...(decision.process as Loose), network } };
}
