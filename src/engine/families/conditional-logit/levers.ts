import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { type Parameter, type Scenario } from '../../definition/scenario.schema.js';
import { type ProductContext } from '../../products/compile-products.js';
import { type CompiledUtilities, compileUtilities, expandFactors } from './compile.js';
import { type ConditionalLogit } from './schema.js';

/** A parameter whose change may change a choice. */
export type CompiledLever =
  /** Utilities are straight lines in the parameter: two points tell them. */
  | {
      readonly kind: 'linear';
      readonly parameter: Parameter;
      readonly low: CompiledUtilities;
      readonly high: CompiledUtilities;
    }
  /** The parameter is the share of agents assigned: an agent's own draw tells when it is one of them. */
  | { readonly kind: 'share'; readonly parameter: Parameter; readonly assignment: number }
  /** Neither (used twice in one term, by two assignments, or by both): where it tips a choice is not solved for. */
  | { readonly kind: 'curved'; readonly parameter: Parameter };

/** The levers of a workflow: the parameters that its decision depends on. */
export function compileLevers(
  definition: WorkflowDefinition,
  context: ProductContext,
  scenario: Scenario,
): CompiledLever[] {
  const { decision } = definition;
  return definition.scenario.parameters.flatMap((parameter): CompiledLever[] => {
    const assignments = context.assignments.flatMap(({ share }, position) =>
      share === parameter.id ? [position] : [],
    );
    const uses = timesUsed(decision, parameter.id);
    if (assignments.length === 1 && uses === 0) return [{ kind: 'share', parameter, assignment: assignments[0]! }];
    if (assignments.length === 0 && uses === 0) return [];
    if (assignments.length > 0 || uses > 1) return [{ kind: 'curved', parameter }];
    const at = (value: number) => compileUtilities(decision, context, { ...scenario, [parameter.id]: value });
    return [{ kind: 'linear', parameter, low: at(parameter.minimum), high: at(parameter.maximum) }];
  });
}

/** How often a parameter stands in one term of one alternative, at most. */
function timesUsed(decision: ConditionalLogit, parameter: string): number {
  const counts = decision.terms.flatMap((term) =>
    term.alternatives.map(
      (alternative) =>
        expandFactors(decision, term, alternative).filter(
          (factor) => 'parameter' in factor && factor.parameter === parameter,
        ).length,
    ),
  );
  return Math.max(0, ...counts);
}

/** An alternative an agent could take: its utility plus error now, and how much that grows with one of the parameter. */
export interface Option {
  readonly score: number;
  readonly slope: number;
}

/**
 * The changes of a parameter, down and up, at which the choice tips: where the straight line of another option crosses that of the one
 * chosen. Nothing where it never does in that direction. Unit: that of the parameter.
 */
export function tippingChanges(options: readonly Option[], chosen: number): number[] {
  const own = options[chosen]!;
  const crossings = options.flatMap((option, k) =>
    k === chosen || option.slope === own.slope ? [] : [(own.score - option.score) / (option.slope - own.slope)],
  );
  const down = crossings.filter((change) => change < 0);
  const up = crossings.filter((change) => change > 0);
  return [...(down.length > 0 ? [Math.max(...down)] : []), ...(up.length > 0 ? [Math.min(...up)] : [])];
}

/** The best option after a change of the parameter; of equal ones the first. */
export function bestAfter(options: readonly Option[], change: number): number {
  let best = 0;
  options.forEach((option, k) => {
    const leader = options[best]!;
    if (option.score + option.slope * change > leader.score + leader.slope * change) best = k;
  });
  return best;
}
