import type { Network } from './draw-network.js';
import type { CompiledEquations } from '../../../equations/compile-equations.js';
import { evaluateEquations } from '../../../equations/evaluate-equations.js';
import type { AttributeTable } from '../../../population/attribute-table.js';
import { exp } from '../../../math/elementary.js';

/** Adoption among the contacts and the group of each agent before a period. */
export interface Exposure {
  /** Number of contacts that have adopted. */
  readonly adoptedContacts: Int32Array;
  /** Share of contacts that have adopted; 0 for an agent without contacts. */
  readonly exposure: Float64Array;
  /** Share of the other members of the group that have adopted. */
  readonly groupShare: Float64Array;
}

export function emptyExposure(count: number): Exposure {
  return {
    adoptedContacts: new Int32Array(count),
    exposure: new Float64Array(count),
    groupShare: new Float64Array(count),
  };
}

/**
 * Computes the exposure of all agents before a period and writes it into `exposure`.
 *
 * @param adoptedAt period in which each agent adopted; adoptions in `period` and later do not count
 */
export function fillExposure(period: number, adoptedAt: Int32Array, network: Network, exposure: Exposure): void {
  const { groups, contacts, maxContacts, degrees } = network;
  for (let group = 0; group + 1 < groups.starts.length; group++) {
    const [start, end] = [groups.starts[group]!, groups.starts[group + 1]!];
    let inGroup = 0;
    for (let agent = start; agent < end; agent++) if (adoptedAt[agent]! < period) inGroup++;
    const others = Math.max(1, end - start - 1);
    for (let agent = start; agent < end; agent++) {
      const degree = degrees[agent]!;
      const first = agent * maxContacts;
      let adopted = 0;
      for (let k = first; k < first + degree; k++) if (adoptedAt[contacts[k]!]! < period) adopted++;
      exposure.adoptedContacts[agent] = adopted;
      exposure.exposure[agent] = degree > 0 ? adopted / degree : 0;
      exposure.groupShare[agent] = (adoptedAt[agent]! < period ? inGroup - 1 : inGroup) / others;
    }
  }
}

/** Equations of the logit of the probability of adoption in a period: terms that are constant over periods, and terms that vary. */
export interface Adoption {
  readonly fixed: CompiledEquations;
  readonly moving: CompiledEquations;
}

/** Agents, network and random errors: the same under scenario and baseline. */
export interface ContactsSetting {
  readonly attributes: AttributeTable;
  readonly from: number;
  readonly network: Network;
  readonly reluctance: Float64Array;
}

/** Result by agent. The exposure is the exposure before the agent's adoption, or before the last period for agents that never adopted. */
export interface ContactsTrajectory extends Exposure {
  /** Period of adoption, from 1; 0 for seeded agents; number of periods + 1 for never. */
  readonly adoptedAt: Int32Array;
  /** Probability of adoption by the end of each reported period, given the adoptions of the other agents: `[reported * count + row]`. */
  readonly probabilities: Float64Array;
}

/**
 * Simulates adoption along contacts: a discrete-time hazard model with a logit link. In each period, all agents decide simultaneously, given
 * earlier adoptions. An agent adopts as soon as its cumulative probability of adoption exceeds its reluctance.
 * Source of the model: Valente, "Network models of the diffusion of innovations" (1995), chapter 5.
 *
 * @param seeded 1 for agents that have adopted before the first period
 * @param reportedPeriods periods at the end of which probabilities are recorded; 0 is before the first period
 * @param afterPeriod called after each period
 * @throws EngineError `utility_not_finite`
 */
export function spreadByContacts(
  { fixed, moving }: Adoption,
  { attributes, from, network, reluctance }: ContactsSetting,
  assigned: readonly Uint8Array[],
  seeded: Uint8Array,
  periods: number,
  reportedPeriods: readonly number[],
  afterPeriod: () => void,
): ContactsTrajectory {
  const { count } = attributes;
  const adoptedAt = new Int32Array(count);
  for (let row = 0; row < count; row++) adoptedAt[row] = seeded[row] === 1 ? 0 : periods + 1;
  const base = evaluateEquations(fixed, attributes, assigned, from);
  const survival = new Float64Array(count).fill(1);
  const probabilities = new Float64Array(reportedPeriods.length * count);
  const record = (period: number) => {
    const first = reportedPeriods.indexOf(period) * count;
    for (let row = 0; first >= 0 && row < count; row++)
      probabilities[first + row] = seeded[row] === 1 ? 1 : 1 - survival[row]!;
  };
  const current = emptyExposure(count);
  const final = emptyExposure(count);
  const states = { period: new Float64Array(count), exposure: current.exposure, group_share: current.groupShare };
  record(0);
  for (let period = 1; period <= periods; period++) {
    fillExposure(period, adoptedAt, network, current);
    states.period.fill(period);
    const logits = evaluateEquations(moving, attributes, assigned, from, states);
    for (let row = 0; row < count; row++) {
      survival[row] = survival[row]! / (1 + exp(base[row]! + logits[row]!));
      if (adoptedAt[row]! <= periods) continue;
      const adopts = reluctance[row]! < 1 - survival[row]!;
      if (adopts) adoptedAt[row] = period;
      if (adopts || period === periods) {
        final.adoptedContacts[row] = current.adoptedContacts[row]!;
        final.exposure[row] = current.exposure[row]!;
        final.groupShare[row] = current.groupShare[row]!;
      }
    }
    record(period);
    afterPeriod();
  }
  return { adoptedAt, probabilities, ...final };
}
