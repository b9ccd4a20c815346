import { type CompiledEquations } from '../../../linear/compile-equations.js';
import { evaluateEquations } from '../../../linear/evaluate-equations.js';
import { type People } from '../../../population/people.js';
import { type Network } from './draw-network.js';
import { exposureBefore } from './exposure.js';

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

/** How it spread: by agent, and of each adoption what the agent had seen. */
export interface ContactsCourse {
  /** Period, from 1; 0 of those who were seeded; one more than there are for never. */
  readonly adoptedAt: Int32Array;
  /** The chance to have adopted by the end of each period, given what the others did: `[(period - 1) * count + row]`. */
  readonly chances: Float64Array;
  /** When it adopted, or before the last period where it never did. */
  readonly adoptedContacts: Int32Array;
  readonly exposure: Float64Array;
  readonly groupShare: Float64Array;
}

/**
 * All agents look at what the others did in the periods before, and adopt at once: a discrete-time hazard with a logit link, where an agent
 * adopts as soon as its chance to have adopted by then passes its reluctance.
 * Source of the model: Valente, "Network models of the diffusion of innovations" (1995), chapter 5.
 *
 * @param seeded 1 for agents who have adopted before the first period
 * @param afterPeriod called after each
 * @throws EngineError `utility_not_finite`
 */
export function spreadByContacts(
  { fixed, moving }: Adoption,
  { people, from, network, reluctance }: World,
  assigned: readonly Uint8Array[],
  seeded: Uint8Array,
  periods: number,
  afterPeriod: () => void,
): ContactsCourse {
  const { count } = people;
  const adoptedAt = Int32Array.from(seeded, (isSeeded) => (isSeeded === 1 ? 0 : periods + 1));
  const base = evaluateEquations(fixed, people, assigned, from);
  const left = new Float64Array(count).fill(1);
  const chances = new Float64Array(periods * count);
  const seen = {
    adoptedContacts: new Int32Array(count),
    exposure: new Float64Array(count),
    groupShare: new Float64Array(count),
  };
  for (let period = 1; period <= periods; period++) {
    const now = exposureBefore(period, adoptedAt, network);
    const states = {
      period: new Float64Array(count).fill(period),
      exposure: now.exposure,
      group_share: now.groupShare,
    };
    const logits = evaluateEquations(moving, people, assigned, from, states);
    for (let row = 0; row < count; row++) {
      if (adoptedAt[row]! >= period) {
        seen.adoptedContacts[row] = now.adoptedContacts[row]!;
        seen.exposure[row] = now.exposure[row]!;
        seen.groupShare[row] = now.groupShare[row]!;
      }
      left[row] = left[row]! / (1 + Math.exp(base[row]! + logits[row]!));
      chances[(period - 1) * count + row] = seeded[row] === 1 ? 1 : 1 - left[row]!;
      if (adoptedAt[row]! > periods && reluctance[row]! < 1 - left[row]!) adoptedAt[row] = period;
    }
    afterPeriod();
  }
  return { adoptedAt, chances, ...seen };
}
