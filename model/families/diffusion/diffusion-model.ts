import type { LinearModel } from '../../equations/linear-model.js';
import { contactsEquation, type Diffusion, marketEquations, hasContactsProcess } from './diffusion.schema.js';

/** Returns the equations of a diffusion as a linear model. */
export function diffusionModel(decision: Diffusion): LinearModel {
  return {
    equations: hasContactsProcess(decision) ? [contactsEquation] : marketEquations,
    coefficients: decision.coefficients,
    variables: [],
    terms: decision.terms.map(({ equation, ...term }) => ({ ...term, equations: [equation] })),
    ancillary: [],
  };
}
