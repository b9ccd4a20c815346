import { type ChoiceCoefficient, type ConditionalLogit, type LatentClass } from '../schema.js';

/** Where one class's values of a term's coefficient come from: positions among the decision's coefficients, -1 for none. */
export interface TasteSource {
  readonly mean: number;
  readonly spread: number;
  /** Which of the agent's normals moves it; -1 where all of the class have the mean. */
  readonly slot: number;
  /** 0 where the coefficient is the normal number itself; otherwise it is e to the power of it, times this sign. */
  readonly sign: -1 | 0 | 1;
}

/** A coefficient of the terms that agents have values of their own of. */
export interface CompiledTaste {
  readonly coefficient: string;
  readonly sources: readonly TasteSource[];
}

/** What differs between agents in how they weigh things. */
export interface CompiledTastes {
  readonly tastes: readonly CompiledTaste[];
  /** Of each class, the position of its log odds against the first; -1 for the first. One class where the decision has none. */
  readonly logOdds: readonly number[];
  /** How many normals an agent has. */
  readonly normals: number;
}

/** The coefficients of terms that differ between agents: by class, or because tastes are random. */
export function tasteIds(decision: ConditionalLogit): string[] {
  const { coefficients, classes = [], terms } = decision;
  const inTerms = new Set(terms.map(({ coefficient }) => coefficient));
  return coefficients
    .filter(({ id, taste }) => inTerms.has(id) && (taste || classes.some((own) => own.coefficients[id] !== undefined)))
    .map(({ id }) => id);
}

const oneClass: readonly Pick<LatentClass, 'coefficients'>[] = [{ coefficients: {} }];

export function compileTastes(decision: ConditionalLogit): CompiledTastes {
  const { coefficients, classes } = decision;
  const positionOf = (id: string | undefined) => coefficients.findIndex((coefficient) => coefficient.id === id);
  const random = coefficients.filter(({ taste }) => taste);
  const sourceOf = (coefficient: ChoiceCoefficient): TasteSource => ({
    mean: positionOf(coefficient.id),
    spread: positionOf(coefficient.taste?.spread),
    slot: random.indexOf(coefficient),
    sign: coefficient.taste?.distribution === 'log_normal' ? (coefficient.taste.sign ?? 1) : 0,
  });
  return {
    tastes: tasteIds(decision).map((id) => ({
      coefficient: id,
      sources: (classes ?? oneClass).map((own) => sourceOf(coefficients[positionOf(own.coefficients[id] ?? id)]!)),
    })),
    logOdds: classes?.map(({ log_odds }) => positionOf(log_odds)) ?? [-1],
    normals: random.length,
  };
}
