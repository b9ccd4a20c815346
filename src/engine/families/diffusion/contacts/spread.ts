import { type CompiledEquations } from '../../../model/compile-equations.js';
import { evaluateEquations } from '../../../model/evaluate-equations.js';
import { type People } from '../../../population/people.js';
import { type Network } from './draw-network.js';
import { emptyExposure, type Exposure, lookBefore } from './exposure.js';

/** The logit of the chance to adopt in a period: what stays the same in all periods, and what does not. */
export interface Adoption {
  readonly fixed: CompiledEquations;
  readonly moving: CompiledEquations;
}

/** Who meets whom, and with what luck: the same under scenario and baseline. */
export interface World {
  readonly people: People;
  readonly from: number;
  readonly network: Network;
  readonly reluctance: Float64Array;
}

/** How it spread: by agent, with what it saw before it adopted or, where it never did, before the last period. */
export interface ContactsCourse extends Exposure {
  /** Period, from 1; 0 of those who were seeded; one more than there are for never. */
  readonly adoptedAt: Int32Array;
  /** The chance to have adopted by the end of each of the periods asked for, given what the others did: `[asked * count + row]`. */
  readonly chances: Float64Array;
}

/**
 * All agents look at what the others did in the periods before, and adopt at once: a discrete-time hazard with a logit link, where an agent
 * adopts as soon as its chance to have adopted by then passes its reluctance.
 * Source of the model: Valente, "Network models of the diffusion of innovations" (1995), chapter 5.
 *
 * @param seeded 1 for agents who have adopted before the first period
 * @param asked periods whose chances are kept, 0 for those who were seeded
 * @param afterPeriod called after each
 * @throws EngineError `utility_not_finite`
 */
export function spreadByContacts(
  { fixed, moving }: Adoption,
  { people, from, network, reluctance }: World,
  assigned: readonly Uint8Array[],
  seeded: Uint8Array,
  periods: number,
  asked: readonly number[],
  afterPeriod: () => void,
): ContactsCourse {
  const { count } = people;
  const adoptedAt = new Int32Array(count);
  for (let row = 0; row < count; row++) adoptedAt[row] = seeded[row] === 1 ? 0 : periods + 1;
  const base = evaluateEquations(fixed, people, assigned, from);
  const left = new Float64Array(count).fill(1);
  const chances = new Float64Array(asked.length * count);
  const keep = (period: number) => {
    const at = asked.indexOf(period) * count;
    for (let row = 0; at >= 0 && row < count; row++) chances[at + row] = seeded[row] === 1 ? 1 : 1 - left[row]!;
  };
  const now = emptyExposure(count);
  const seen = emptyExposure(count);
  const states = { period: new Float64Array(count), exposure: now.exposure, group_share: now.groupShare };
  keep(0);
  for (let period = 1; period <= periods; period++) {
    lookBefore(period, adoptedAt, network, now);
    states.period.fill(period);
    const logits = evaluateEquations(moving, people, assigned, from, states);
    for (let row = 0; row < count; row++) {
      left[row] = left[row]! / (1 + Math.exp(base[row]! + logits[row]!));
      if (adoptedAt[row]! <= periods) continue;
      const adopts = reluctance[row]! < 1 - left[row]!;
      if (adopts) adoptedAt[row] = period;
      if (adopts || period === periods) {
        seen.adoptedContacts[row] = now.adoptedContacts[row]!;
        seen.exposure[row] = now.exposure[row]!;
        seen.groupShare[row] = now.groupShare[row]!;
      }
    }
    keep(period);
    afterPeriod();
  }
  return { adoptedAt, chances, ...seen };
}
