import type { ChoiceCoefficient, ConditionalLogit, LatentClass, Taste } from '../conditional-logit.schema.js';
import { type StandardShape, standardShape } from './standard-numbers.js';

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
