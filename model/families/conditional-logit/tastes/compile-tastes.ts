import { normalQuantile } from '../../../math/normal.js';
import { convertToNormal, fillNumbers, streamPurposes } from '../../../random/stream.js';
import type { Situation } from '../../../population/situation.js';
import type {
  TasteDistribution,
  ChoiceCoefficient,
  ConditionalLogit,
  LatentClass,
  Taste,
} from '../conditional-logit.schema.js';

/**
 * Distribution of the standard number z of a random coefficient mean + spread · z: standard normal, uniform on (-1, 1), or symmetric triangular
 * on (-1, 1).
 */
export type StandardShape = 'normal' | 'uniform' | 'triangular';

/** The exponent of a log-normal coefficient is normal. */
export function standardShape(distribution: TasteDistribution): StandardShape {
  return distribution === 'log_normal' ? 'normal' : distribution;
}

/** Quantile of a standard number. */
export function standardNumber(shape: StandardShape, uniform: number): number {
  switch (shape) {
    case 'normal':
      return normalQuantile(uniform);
    case 'uniform':
      return 2 * uniform - 1;
    case 'triangular':
      return uniform < 0.5 ? Math.sqrt(2 * uniform) - 1 : 1 - Math.sqrt(2 * (1 - uniform));
  }
}

/** Step of the random stream of tastes. */
const numbersStep = 0;

/** Draws the standard numbers of each agent: `[slot * count + row]`. They are the same for every scenario, set of coefficients and replicate. */
export function drawStandardNumbers(shapes: readonly StandardShape[], { key, from, to }: Situation): Float64Array {
  const count = to - from;
  const values = new Float64Array(shapes.length * count);
  fillNumbers('uniform', key, streamPurposes.taste, numbersStep, shapes.length, from, to, values);
  shapes.forEach((shape, slot) => {
    const own = values.subarray(slot * count, (slot + 1) * count);
    if (shape === 'normal') convertToNormal(own);
    else for (let row = 0; row < count; row++) own[row] = standardNumber(shape, own[row]!);
  });
  return values;
}

/** Standard number of an agent in a random coefficient, multiplied by another coefficient. */
export interface TasteLoading {
  /** Index of the coefficient. */
  readonly coefficient: number;
  /** Index of the agent's standard number. */
  readonly slot: number;
}

/** Source of a coefficient of one class: x = mean + Σ loading × standard number. `mean` is an index of the decision's coefficients. */
export interface TasteSource {
  readonly mean: number;
  /** The spread of the coefficient first. Empty for a coefficient that is the same for the whole class. */
  readonly loadings: readonly TasteLoading[];
  /** 0 for a coefficient x; otherwise the coefficient is sign × e^x. */
  readonly sign: -1 | 0 | 1;
}

/** A coefficient of the terms that differs between agents. */
export interface CompiledTaste {
  readonly coefficient: string;
  /** Index of the coefficient. */
  readonly position: number;
  readonly sources: readonly TasteSource[];
}

/** Coefficients that differ between agents. */
export interface CompiledTastes {
  readonly tastes: readonly CompiledTaste[];
  /** The coefficient of money, whose size multiplies all others. Absent if coefficients are utilities. */
  readonly money?: CompiledTaste;
  /** Standard numbers of an agent, by slot. */
  readonly shapes: readonly StandardShape[];
}

/** Ids of the coefficients of a taste in addition to the mean: its spread, then its loadings on other tastes. */
export function tasteCoefficients({ spread, correlated_with: loadings = {} }: Taste): string[] {
  return [spread, ...Object.values(loadings)];
}

/** Ids of the coefficients of terms that differ between agents, by class or by random distribution. */
export function tasteIds(decision: ConditionalLogit): string[] {
  const { coefficients, classes = [], terms, money } = decision;
  const inTerms = new Set(terms.map(({ coefficient }) => coefficient));
  return coefficients
    .filter(
      ({ id, taste }) =>
        inTerms.has(id) && (taste || money !== undefined || classes.some((own) => own.coefficients[id] !== undefined)),
    )
    .map(({ id }) => id);
}

const oneClass: readonly Pick<LatentClass, 'coefficients'>[] = [{ coefficients: {} }];

/** Compiles random coefficients and latent classes. */
export function compileTastes(decision: ConditionalLogit): CompiledTastes {
  const { coefficients, classes } = decision;
  const positionOf = (id: string) => coefficients.findIndex((coefficient) => coefficient.id === id);
  const random = coefficients.filter(({ taste }) => taste);
  const loadingsOf = ({ id, taste }: ChoiceCoefficient): TasteLoading[] => {
    const loading = (coefficient: string, of: string) => ({
      coefficient: positionOf(coefficient),
      slot: random.findIndex((own) => own.id === of),
    });
    return taste
      ? [
          loading(taste.spread, id),
          ...Object.entries(taste.correlated_with ?? {}).map(([other, own]) => loading(own, other)),
        ]
      : [];
  };
  const sourceOf = (coefficient: ChoiceCoefficient): TasteSource => ({
    mean: positionOf(coefficient.id),
    loadings: loadingsOf(coefficient),
    sign: coefficient.taste?.distribution === 'log_normal' ? (coefficient.taste.sign ?? 1) : 0,
  });
  const tastes = tasteIds(decision).map((id) => ({
    coefficient: id,
    position: positionOf(id),
    sources: (classes ?? oneClass).map((own) => sourceOf(coefficients[positionOf(own.coefficients[id] ?? id)]!)),
  }));
  const money = tastes.find(({ coefficient }) => coefficient === decision.money);
  return {
    tastes,
    ...(money && { money }),
    shapes: random.map(({ taste }) => standardShape(taste!.distribution)),
  };
}
