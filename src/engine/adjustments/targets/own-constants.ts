import type { Decision } from '../../definition/definition.schema.js';
import { familyOf } from '../../families/family-of.js';
import type { ConditionalLogit } from '../../families/conditional-logit/conditional-logit.schema.js';

/** A constant of an equation: coefficient × scale. */
export interface OwnConstant {
  readonly coefficient: string;
  readonly scale: number;
}

/**
 * Constants that belong to one equation alone, by equation: coefficients of a term without factors that nothing else uses. With latent classes,
 * each class can have its own. `''` is the only equation of families with one predictor.
 */
export function ownConstants(decision: Decision): ReadonlyMap<string, readonly OwnConstant[]> {
  const model = familyOf(decision).linear(decision);
  const fixed = new Set(model.coefficients.flatMap(({ id, fixed }) => (fixed ? [id] : [])));
  const found = new Map<string, readonly OwnConstant[]>();
  for (const term of decision.terms) {
    const { coefficient, scale } = term;
    const own = coefficientsOf(decision, coefficient);
    const isShared = decision.terms.some((other) => other !== term && own.includes(other.coefficient));
    const isAncillary = model.ancillary.includes(coefficient);
    const equations = 'alternatives' in term ? term.alternatives : 'equation' in term ? [String(term.equation)] : [''];
    if (term.factors.length > 0 || scale === 0 || isShared || isAncillary || equations.length > 1) continue;
    if (own.some((id) => fixed.has(id)) || isNotShiftable(decision, own)) continue;
    found.set(
      equations[0]!,
      own.map((id) => ({ coefficient: id, scale })),
    );
  }
  return found;
}

/** The coefficient, and those that replace it in latent classes. */
function coefficientsOf(decision: Decision, coefficient: string): string[] {
  const classes = decision.family === 'conditional_logit' ? (decision.classes ?? []) : [];
  const replacements = classes.flatMap((own) => own.coefficients[coefficient] ?? []);
  return [...new Set([coefficient, ...replacements])];
}

/** A log-normal coefficient does not shift by a constant, and a coefficient that replaces several others would shift them all. */
function isNotShiftable(decision: Decision, own: readonly string[]): boolean {
  if (decision.family !== 'conditional_logit') return false;
  const { coefficients, classes = [] }: ConditionalLogit = decision;
  const isLogNormal = coefficients.some(({ id, taste }) => own.includes(id) && taste?.distribution === 'log_normal');
  const replaces = classes.flatMap((one) =>
    Object.entries(one.coefficients).filter(([replaced, id]) => own.includes(id) && !own.includes(replaced)),
  );
  return isLogNormal || replaces.length > 0;
}
