import { type LinearModel } from '../../model/linear-model.js';
import { CONTACTS_EQUATION, type Diffusion, MARKET_EQUATIONS, spreadsByContacts } from './schema.js';

/** The equations of a diffusion as a linear model. */
export function diffusionModel(decision: Diffusion): LinearModel {
  return {
    equations: spreadsByContacts(decision) ? [CONTACTS_EQUATION] : MARKET_EQUATIONS,
    coefficients: decision.coefficients,
    variables: [],
    terms: decision.terms.map(({ equation, ...term }) => ({ ...term, equations: [equation] })),
    ancillary: [],
  };
}
