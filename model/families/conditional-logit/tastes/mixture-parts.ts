import type { ChainTarget } from '../../../equations/agent-figures.js';
import type { Coefficients, CompiledEquations } from '../../../equations/compile-equations.js';
import { tasteState } from '../../../equations/linear-model.js';
import { noStates, type States } from '../../../equations/products/evaluate-products.js';
import type { Situation } from '../../../population/situation.js';
import { classShares, type ClassShare, drawClasses } from './class-membership.js';
import { type CompiledTastes, type TasteSource, drawStandardNumbers } from './compile-tastes.js';
import { ownCoefficients } from './draw-tastes.js';

/** A latent class. A decision without classes has one. */
export interface MixturePart {
  /** Share of the class. If the classes are given, it is 1 for the agents of the class and 0 for the others. */
  readonly shares: ClassShare | Uint8Array;
  /** The coefficients that the agents have as members of the class. */
  readonly states: States;
  /** Effects of the estimated coefficients on those of the agents; undefined if these are the same. */
  readonly targetsOf: () => readonly (readonly ChainTarget[])[] | undefined;
}

const sameForAll: MixturePart = { shares: 1, states: noStates, targetsOf: () => undefined };

interface Mixture {
  readonly tastes?: CompiledTastes;
  readonly membership?: CompiledEquations;
}

/**
 * The latent classes of a choice, at some values of its coefficients. Values of agents of given classes need one part: each agent has the
 * coefficients of its class.
 */
export function partsOf(
  { tastes, membership }: Mixture,
  values: Coefficients,
  situation: Situation,
  { givenClass, gradients }: { givenClass: boolean; gradients: boolean },
): MixturePart[] {
  if (!tastes) return [sameForAll];
  const { count } = situation.attributes;
  const numbers = drawStandardNumbers(tastes.shapes, situation);
  const classes = givenClass ? drawClasses(membership, situation) : undefined;
  if (classes && !gradients) return [{ ...sameForAll, states: ownCoefficients(tastes, values, numbers, classes) }];
  return classShares(membership, situation).map((share, k) => {
    const states = ownCoefficients(tastes, values, numbers, new Uint8Array(count).fill(k));
    return {
      shares: classes ? classes.map((own) => Number(own === k)) : share,
      states,
      targetsOf: () => chainTargets(tastes, states, numbers, k, count),
    };
  });
}

function chainTargets(
  { tastes, money }: CompiledTastes,
  states: States,
  numbers: Float64Array,
  ownClass: number,
  count: number,
): ChainTarget[][] {
  const targets: ChainTarget[][] = [];
  const ofMoney = money && (states[tasteState(money.coefficient)] as Float64Array);
  /** Derivatives of a coefficient x·inner, or of sign·e^x with itself as `inner`: dx/d(loading) is the agent's standard number. */
  const targetsOf = ({ mean, loadings }: TasteSource, inner: Float64Array | undefined): ChainTarget[] => [
    { coefficient: mean, ...(inner && { factors: inner }) },
    ...loadings.map(({ coefficient: loading, slot }) => {
      const draws = numbers.subarray(slot * count, (slot + 1) * count);
      return { coefficient: loading, factors: inner ? draws.map((draw, row) => draw * inner[row]!) : draws };
    }),
  ];
  for (const taste of tastes) {
    const source = taste.sources[ownClass]!;
    const own = states[tasteState(taste.coefficient)] as Float64Array;
    const isMultiplied = money !== undefined && taste !== money;
    const inner = source.sign !== 0 ? own : isMultiplied ? ofMoney!.map(Math.abs) : undefined;
    targets[taste.position] = [
      ...targetsOf(source, inner),
      ...(isMultiplied ? targetsOf(money.sources[ownClass]!, own) : []),
    ];
  }
  return targets;
}
