import type { Decision, WorkflowDefinition } from '../../definition/definition.schema.js';
import type { IssueList } from '../../definition/issue-list.js';
import type { Indicator, TermFactor } from '../../definition/product.schema.js';
import type { Amounts } from '../../families/amounts/amounts.schema.js';
import type { Hazard } from '../../families/hazard/hazard.schema.js';
import type { OrderedLogit } from '../../families/ordered-logit/ordered-logit.schema.js';
import type { WillingnessToPay } from '../../families/willingness-to-pay/willingness-to-pay.schema.js';
import { nameOf, type KnownTarget } from './resolve-targets.js';
import { familyOf } from '../../families/family-of.js';
import type { ConditionalLogit } from '../../families/conditional-logit/conditional-logit.schema.js';

/** Change of an equation: `weight` is added to it for each unit, for the agents and periods that match all factors. */
interface Shift {
  readonly equations: readonly string[];
  readonly factors: readonly TermFactor[];
  readonly weight: number;
}

/** The model with the constants that can match the targets, before they change. */
export interface AdjustableModel {
  readonly definition: WorkflowDefinition;
  /** Ids of constants that the published definition lacks. Their estimates are 0. */
  readonly added: readonly string[];
  /** Change of each coefficient for a change by 1 in the direction of each target: coefficient id, then weight, by target. */
  readonly directions: readonly ReadonlyMap<string, number>[];
}

/**
 * Finds constants that change the shares of the targets, one direction for each target. Existing constants are preferred. Groups of agents, and
 * outcomes without an own constant, get additional constants.
 */
export function adjustableModel(
  list: IssueList,
  definition: WorkflowDefinition,
  targets: readonly KnownTarget[],
): AdjustableModel {
  const { decision } = definition;
  const sameGroupAs = ({ group }: KnownTarget) => targets.filter((other) => other.group === group);
  const coefficients = [...decision.coefficients];
  const terms: AddedTerm[] = [];
  const added: string[] = [];
  const used = new Set(['target', ...coefficients.map(({ id }) => id), ...decision.terms.map(({ id }) => id)]);
  const seen = new Map<string, KnownTarget>();
  const directions = targets.map((target): ReadonlyMap<string, number> => {
    const sameGroup = sameGroupAs(target);
    const key = `${target.group} ${directionKey(decision, target, sameGroup)}`;
    const rival = seen.get(key);
    if (rival) list.add([target.position], sharedConstant(target, rival));
    seen.set(key, target);
    const existing = target.group === '[]' ? existingDirection(decision, target, sameGroup) : undefined;
    if (existing) return existing;
    const id = unusedId(used, target.position);
    added.push(id);
    coefficients.push({ id, label: `Match of ${nameOf(target)}`, estimate: 0 });
    const { equations, factors, weight } = shiftOf(decision, target, sameGroup);
    terms.push({ id, equations, factors: [...conditionsOf(target), ...factors] });
    return new Map([[id, weight]]);
  });
  return { definition: withTerms(definition, coefficients, terms), added, directions };
}

interface AddedTerm {
  readonly id: string;
  readonly equations: readonly string[];
  readonly factors: readonly TermFactor[];
}

function sharedConstant(target: KnownTarget, rival: KnownTarget): string {
  return `${nameOf(target)} and ${nameOf(rival)} depend on the same constant of this workflow, so they cannot both be matched; give one of them`;
}

function unusedId(used: Set<string>, position: number): string {
  let id = `target_${position + 1}`;
  while (used.has(id)) id += '_added';
  used.add(id);
  return id;
}

function conditionsOf({ where = {} }: KnownTarget): TermFactor[] {
  return Object.entries(where).map(([attribute, categories]) => ({
    indicator: { attribute, in: categories } satisfies Indicator,
  }));
}

/** Identifies targets of one group that would change the same constant. */
function directionKey(decision: Decision, target: KnownTarget, sameGroup: readonly KnownTarget[]): string {
  switch (decision.family) {
    case 'counts':
      return 'mean';
    case 'ordered_logit':
      return target.group === '[]' ? String(target.position) : 'location';
    case 'amounts':
    case 'willingness_to_pay':
      return amountEquation(decision, target, sameGroup);
    default:
      return String(target.position);
  }
}

/** Direction in the coefficients of the published definition, for a target of all agents. Undefined if it has none. */
function existingDirection(
  decision: Decision,
  target: KnownTarget,
  sameGroup: readonly KnownTarget[],
): ReadonlyMap<string, number> | undefined {
  if (decision.family === 'ordered_logit') return thresholdDirection(decision, target);
  const constants = ownConstants(decision);
  if (decision.family === 'conditional_logit') {
    const ids = decision.alternatives.map(({ id }) => id);
    const isMember = ids.map((_, k) => target.outcomes.includes(k));
    const without = ids.flatMap((id, k) => (constants.has(id) ? [] : [isMember[k]!]));
    // Only differences of utilities count: alternatives without a constant stay at 0 if all of them change equally.
    if (new Set(without).size > 1) return undefined;
    const shift = without[0] ? 1 : 0;
    return new Map(
      ids.flatMap((id, k) => {
        const change = Number(isMember[k]!) - shift;
        return change === 0 ? [] : constants.get(id)!.map(({ coefficient, scale }) => [coefficient, change / scale]);
      }),
    );
  }
  const { equations, factors, weight } = shiftOf(decision, target, sameGroup);
  const own = factors.length === 0 ? constants.get(equations[0] ?? '') : undefined;
  return own && new Map(own.map(({ coefficient, scale }) => [coefficient, weight / scale]));
}

/** The threshold above the outcomes rises, and the threshold below them falls. */
function thresholdDirection({ thresholds }: OrderedLogit, { outcomes }: KnownTarget): ReadonlyMap<string, number> {
  const changes = thresholds.map((id, k): [string, number] => [
    id,
    Number(outcomes.includes(k)) - Number(outcomes.includes(k + 1)),
  ]);
  return new Map(changes.filter(([, change]) => change !== 0));
}

function shiftOf(decision: Decision, target: KnownTarget, sameGroup: readonly KnownTarget[]): Shift {
  const { outcomes } = target;
  switch (decision.family) {
    case 'conditional_logit':
      return { equations: outcomes.map((k) => decision.alternatives[k]!.id), factors: [], weight: 1 };
    case 'binary_logit':
      return { equations: [''], factors: [], weight: outcomes.includes(1) ? 1 : -1 };
    case 'ordered_logit':
      return { equations: [''], factors: [], weight: outcomes.includes(decision.outcomes.length - 1) ? 1 : -1 };
    case 'hazard':
      return hazardShift(decision, target, sameGroup);
    case 'amounts':
    case 'willingness_to_pay': {
      const equation = amountEquation(decision, target, sameGroup);
      const isRaised = outcomes.includes(equation === 'zero' ? 0 : decision.outcomes.length - 1);
      return { equations: [equation], factors: [], weight: isRaised ? 1 : -1 };
    }
    default:
      return { equations: [''], factors: [], weight: outcomes.includes(0) ? -1 : 1 };
  }
}

/** One target changes the rate of all periods. Several targets change the rates of their bands. */
function hazardShift({ outcomes: bands }: Hazard, target: KnownTarget, sameGroup: readonly KnownTarget[]): Shift {
  const isStaying = target.outcomes.includes(bands.length - 1);
  const weight = isStaying ? -1 : 1;
  if (sameGroup.length === 1) return { equations: [''], factors: [], weight };
  const included = bands.flatMap((_, k) => (target.outcomes.includes(k) !== isStaying ? [k] : []));
  const [first, last] = [included[0]!, included.at(-1)!];
  const range = { state: 'period', at_least: (bands[first - 1]?.until ?? 0) + 1, at_most: bands[last]!.until! };
  return { equations: [''], factors: [{ indicator: range }], weight };
}

/** Agents with an amount of 0 belong to `zero`, other targets to `amount`. A second target of a group gets the other equation. */
function amountEquation(
  { family, outcomes: { length }, terms }: Amounts | WillingnessToPay,
  target: KnownTarget,
  sameGroup: readonly KnownTarget[],
): 'zero' | 'amount' {
  if (family === 'amounts' && !terms.some(({ equation }) => equation === 'zero')) return 'amount';
  const isZero = ({ outcomes }: KnownTarget) => outcomes.length === (outcomes.includes(0) ? 1 : length - 1);
  const [first, second] = sameGroup;
  const natural = isZero(target) ? 'zero' : 'amount';
  if (!first || !second || target.position !== second.position || isZero(first) !== isZero(second)) return natural;
  return natural === 'zero' ? 'amount' : 'zero';
}

function withTerms(
  definition: WorkflowDefinition,
  coefficients: Decision['coefficients'],
  added: readonly AddedTerm[],
): WorkflowDefinition {
  const { decision } = definition;
  const terms = added.map(({ id, equations, factors }) => ({
    ...{ id, label: coefficients.find((coefficient) => coefficient.id === id)!.label, coefficient: id },
    ...{ scale: 1, factors },
    ...(decision.family === 'conditional_logit' && { alternatives: equations }),
    ...((decision.family === 'willingness_to_pay' || decision.family === 'amounts') && { equation: equations[0] }),
  }));
  // Each family has the fields of its own terms, which the union of all families does not express.
  return { ...definition, decision: { ...decision, coefficients, terms: [...decision.terms, ...terms] } as Decision };
}

/** A constant of an equation: coefficient × scale. */
interface OwnConstant {
  readonly coefficient: string;
  readonly scale: number;
}

/**
 * Constants that belong to one equation alone, by equation: coefficients of a term without factors that nothing else uses. With latent classes,
 * each class can have its own. `''` is the only equation of families with one predictor.
 */
function ownConstants(decision: Decision): ReadonlyMap<string, readonly OwnConstant[]> {
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
