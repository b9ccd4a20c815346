import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { TermFactor } from '../definition/product.schema.js';
import type { Taste } from '../families/conditional-logit/conditional-logit.schema.js';
import { normalCumulative } from '../math/normal.js';

/** Problem that does not prevent a publication. */
export interface DefinitionWarning {
  readonly code: 'unbalanced_attribute' | 'taste_with_both_signs';
  readonly message: string;
}

/**
 * Shares of agents whose coefficient has the other sign than the mean: fewer are negligible, and with more the mean is so close to 0 that no
 * sign is meant.
 */
const [leastShare, greatestShare] = [0.05, 0.45];

/** What limits the conclusions from a definition, as far as the definition itself shows it. */
export function definitionWarnings(definition: WorkflowDefinition): DefinitionWarning[] {
  return [...unbalancedWarnings(definition), ...tasteWarnings(definition)];
}

function unbalancedWarnings({ evidence, population, scenario }: WorkflowDefinition): DefinitionWarning[] {
  return (evidence.unbalanced ?? []).map((one) => {
    const attribute = population.attributes.find(({ id }) => id === one.attribute);
    const parameter = scenario.parameters.find(({ id }) => id === one.parameter);
    const [high, low] = one.arms.map((arm) => `“${arm}”`);
    const category =
      attribute && 'categories' in attribute && attribute.categories.find(({ id }) => id === one.category);
    const name = `“${attribute?.label ?? one.attribute}”${category ? ` (${category.label})` : ''}`;
    const p = one.p < 0.0001 ? 'p < 0.0001' : `p = ${Number(one.p.toPrecision(2))}`;
    return {
      code: 'unbalanced_attribute',
      message:
        `${name} (data column: ${one.column}) differs between the values of “${parameter?.label ?? one.parameter}” by more than random assignment explains: ` +
        `with ${high}, it is ${Math.abs(one.difference).toFixed(2)} standard deviations higher than with ${low} (z = ${Math.abs(one.z).toFixed(1)}; ${p} after correction for ${one.tests} tests). ` +
        'If it was measured after the assignment, remove it from the model: it takes part of the effect. If whole groups were assigned, such as families, name them as groups of the data. Otherwise, the values were not assigned at random: set `randomized: false`.',
    };
  });
}

/**
 * Names the random coefficients of numbers that are positive for some agents and negative for others. A number such as a time or a price has
 * an effect in one direction, so that these agents prefer what harms them. Constants and 0/1 conditions can be liked or disliked.
 */
function tasteWarnings({ decision }: WorkflowDefinition): DefinitionWarning[] {
  if (decision.family !== 'conditional_logit') return [];
  const { coefficients, terms } = decision;
  const estimates = new Map(coefficients.map(({ id, estimate }) => [id, estimate]));
  return coefficients.flatMap(({ id, label, estimate, taste }) => {
    if (!taste || !terms.some(({ coefficient, factors }) => coefficient === id && factors.some(isNumber))) return [];
    const share = oppositeShare(estimate, taste, (other) => estimates.get(other) ?? 0);
    if (share < leastShare || share > greatestShare) return [];
    const [own, other] = estimate < 0 ? ['negative', 'positive'] : ['positive', 'negative'];
    return [
      {
        code: 'taste_with_both_signs',
        message: `${label}: the mean is ${own}, but ${(100 * share).toFixed(1)}% of agents have a ${other} coefficient, so that a worse value attracts them. Use a distribution with one sign: log_normal with the sign ${estimate < 0 ? -1 : 1}.`,
      },
    ];
  });
}

function isNumber(factor: TermFactor): boolean {
  return 'variable' in factor || 'attribute' in factor || 'parameter' in factor;
}

function oppositeShare(mean: number, taste: Taste, estimateOf: (id: string) => number): number {
  const spread = Math.abs(estimateOf(taste.spread));
  const size = Math.abs(mean);
  switch (taste.distribution) {
    case 'log_normal':
      return 0;
    case 'normal': {
      const loadings = Object.values(taste.correlated_with ?? {}).map(estimateOf);
      return normalCumulative(-size / Math.hypot(spread, ...loadings));
    }
    case 'uniform':
      return Math.max(0, spread - size) / (2 * spread);
    case 'triangular':
      return Math.max(0, spread - size) ** 2 / (2 * spread ** 2);
  }
}
