import { familyOf } from '../family-of.js';
import type { WorkflowOf } from '../../definition.js';
import { powerCoefficients } from './conditional-logit.family.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';
import type { BoxCox, LinearModel, Variable } from '../../equations/linear-model.js';
import { designOf } from '../../fitting/design/design-of.js';
import type { Fit } from '../../fitting/fit-design.js';
import type { TransformedPart } from '../../fitting/likelihoods/conditional-logit.js';
import { DataIssues } from '../../authoring/spec-error.js';
import type { Observations } from '../../fitting/rows/table.js';
import { type Rows, valuesAt } from '../../fitting/rows/rows.js';

/** Transformed variables of a choice, for its design and its kernel. */
export interface TransformedParts {
  /** The model of the choice with one equation for each part, which contains the coefficients of its variable. */
  readonly model: LinearModel;
  /** Ids of the powers. */
  readonly ids: readonly string[];
  /** Parts at some of the observations. */
  readonly at: (observations: Int32Array) => TransformedPart[];
  /**
   * Checks that agents can be simulated.
   *
   * @throws DataError if the data have a value of 0, also of an unavailable alternative, and its power can be below 0 in a simulation
   */
  readonly requireFinite: (fit: Pick<Fit, 'names' | 'estimates' | 'standardErrors'>) => void;
}

/** Draws of a power are rarely more standard errors from its estimate. */
const maxDistance = 4;

type TransformedVariable = Variable & { readonly box_cox: BoxCox };

interface Place {
  readonly variable: TransformedVariable;
  readonly alternative: string;
  readonly equation: string;
}

/**
 * Reads the transformed variables of a choice; undefined if it has none.
 *
 * @param available by alternative, then by row
 * @throws DataError with the line of a value that has no transform
 */
export function transformedParts(
  definition: WorkflowOf<ConditionalLogit>,
  rows: Rows,
  observations: Observations,
  available: readonly Uint8Array[],
): TransformedParts | undefined {
  const { decision } = definition;
  const ids = powerCoefficients(decision);
  if (ids.length === 0) return undefined;
  const linear = familyOf(decision).linear(decision);
  const { model, places } = separated(linear);
  const values = valuesOf(definition, places, rows, observations);
  const issues = new DataIssues();
  const zeros = new Map<string, { line: number; name: string }>();
  const parts = places.map(({ variable, alternative }, p): TransformedPart => {
    const equation = linear.equations.indexOf(alternative);
    const { power, at } = variable.box_cox;
    const name = `${variable.label} of ${alternative}`;
    const own = values[p]!.map((value, observation) => {
      const row = observations.row[observation]!;
      const isAvailable = available[equation]![row] === 1;
      const line = rows.lines[row]!;
      if (value < 0 || (value === 0 && isAvailable))
        issues.add(
          line,
          '',
          `${name} is ${Number((value * at).toPrecision(12))}: a variable with box_cox needs values above 0`,
        );
      if (value === 0 && !zeros.has(String(power))) zeros.set(String(power), { line, name });
      return isAvailable ? value : 1;
    });
    return { equation, values: own, power: ids.indexOf(String(power)) };
  });
  issues.throwIfAny();
  const at = (selected: Int32Array) =>
    parts.map((part) => ({ ...part, values: valuesAt(part.values, selected, new Float64Array(selected.length)) }));
  const requireFinite: TransformedParts['requireFinite'] = ({ names, estimates, standardErrors }) => {
    const after = new DataIssues();
    for (const [power, { line, name }] of zeros) {
      const k = names.indexOf(power);
      if (estimates[k]! > maxDistance * standardErrors[k]!) continue;
      const estimate = estimates[k]!.toFixed(2);
      after.add(
        line,
        '',
        `${name} is 0, which has no Box-Cox transform unless the power (here ${estimate}) is clearly above 0: give unavailable alternatives another number, such as 1`,
      );
    }
    after.throwIfAny();
  };
  return { model, ids, at, requireFinite };
}

/** Moves the terms with a transformed variable to an equation of the variable, with its typical value in place of the variable. */
function separated(model: LinearModel): { model: LinearModel; places: Place[] } {
  const places = new Map<string, Place>();
  const terms = model.terms.map((term) => {
    const variable = model.variables.find(
      ({ id, box_cox: own }) => own && term.factors.some((factor) => 'variable' in factor && factor.variable === id),
    ) as TransformedVariable | undefined;
    if (!variable) return term;
    const equations = term.equations.map((alternative) => {
      // Identifiers of definitions cannot contain the dot.
      const equation = `${variable.id}.${alternative}`;
      places.set(equation, { variable, alternative, equation });
      return equation;
    });
    const factors = term.factors.map((factor) =>
      'variable' in factor && factor.variable === variable.id ? { constant: variable.box_cox.at } : factor,
    );
    return { ...term, equations, factors };
  });
  const own = [...places.values()];
  return { model: { ...model, equations: [...model.equations, ...places.keys()], terms }, places: own };
}

/** Values of variables by observation, divided by their typical values: the terms of a model with the coefficient 1. */
function valuesOf(
  definition: WorkflowOf<ConditionalLogit>,
  places: readonly Place[],
  rows: Rows,
  observations: Observations,
): Float64Array[] {
  const equations = places.map(({ equation }) => equation);
  const model: LinearModel = {
    equations,
    coefficients: [{ id: 'value', label: 'Value', estimate: 1 }],
    variables: [],
    terms: places.map(({ variable: { id, label, equations: factorsOf, box_cox: own }, alternative, equation }) => ({
      ...{ id, label, coefficient: 'value', scale: 1 / own.at },
      equations: [equation],
      factors: factorsOf[alternative]!,
    })),
    ancillary: [],
  };
  return designOf(definition, model, equations, rows, observations).equations.map(({ matrix }) => matrix);
}
