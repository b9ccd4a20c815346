import type { Errors, Figure } from './figure';

export const errorParts = [
  {
    id: 'simulation',
    label: 'Simulation',
    text: 'A finite number of agents and random draws. More agents reduce it.',
  },
  {
    id: 'estimation',
    label: 'Estimation',
    text: 'The coefficients come from a finite data set. Only more data reduce it.',
  },
  {
    id: 'population',
    label: 'Population',
    text: 'The synthetic population comes from a finite sample. Only more data reduce it.',
  },
  {
    id: 'model',
    label: 'Model',
    text: 'How far the model is from held-out data beyond the other parts. Only a better model reduces it.',
  },
  {
    id: 'targets',
    label: 'Calibration target',
    text: 'The standard errors of the calibration targets. More precise observed shares reduce it.',
  },
] as const;

export interface BudgetPart {
  id: keyof Errors;
  label: string;
  text: string;
  /** Standard error in the unit of the figure; null if it is unknown. */
  error: number | null;
  /** Share of the squared error of all known parts, 0 to 1. */
  weight: number;
}

export interface ErrorBudget {
  parts: BudgetPart[];
  /** Standard error of all known parts. */
  total: number;
  /** Names of the parts that the interval does not contain. */
  missing: string[];
}

/** The parts of the error of the difference, or of the value if the scenario is the baseline. */
export function errorBudget(figure: Figure, isBaseline: boolean): ErrorBudget {
  return budgetOf(isBaseline ? figure.errors : figure.differenceErrors);
}

export function budgetOf(errors: Errors): ErrorBudget {
  const total = Math.hypot(...errorParts.map(({ id }) => errors[id] ?? 0));
  const parts = errorParts.flatMap(({ id, label, text }): BudgetPart[] => {
    const error = errors[id];
    // Only simulations with calibration targets have a part for them.
    if (error === undefined) return [];
    return [{ id, label, text, error, weight: error === null || total === 0 ? 0 : (error / total) ** 2 }];
  });
  return { parts, total, missing: parts.filter(({ error }) => error === null).map(({ label }) => label.toLowerCase()) };
}

/**
 * Names the largest part and the missing parts, in words.
 *
 * @param others budgets of other figures, which can miss other parts
 */
export function budgetText(
  { parts, missing, total }: ErrorBudget,
  others: readonly { label: string; budget: ErrorBudget }[] = [],
): { contains: string; missing: string } {
  const ofOthers = others
    .filter(({ budget }) => budget.missing.some((part) => !missing.includes(part)))
    .map(({ label, budget }) => ` For “${label}”, ${missingText(budget.missing)}`);
  const largest = [...parts].sort((a, b) => b.weight - a.weight)[0]!;
  const known = parts.filter(({ error }) => error !== null).map(({ label }) => label.toLowerCase());
  const share = Math.round(largest.weight * 100);
  return {
    contains: `The interval contains the ${listOf(known)} ${plural(known)}.${total > 0 ? ` The largest part is the ${largest.label.toLowerCase()} error, with ${share}% of the squared error.` : ''}`,
    missing: `${missing.length > 0 ? capitalized(missingText(missing)) : ofOthers.length > 0 ? 'All parts of this error are known.' : 'All parts are known.'}${ofOthers.join('')}`,
  };
}

const missingText = (missing: readonly string[]) =>
  `the ${listOf(missing)} ${plural(missing)} ${missing.length === 1 ? 'is' : 'are'} unknown, and the interval does not contain ${missing.length === 1 ? 'it' : 'them'}: the true uncertainty is larger.`;

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const plural = (names: readonly string[]) => (names.length === 1 ? 'error' : 'errors');

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}
