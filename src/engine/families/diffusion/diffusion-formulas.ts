import { inverseLogit, predictorName } from '../../model/formulas.js';
import { contactsEquation, type Diffusion, hasContactsProcess, type marketEquations } from './diffusion.schema.js';

type Equation = (typeof marketEquations)[number];

/** Formulas from the predictors of a diffusion to the probability of adoption in a period. */
export function diffusionFormulas(decision: Diffusion): string[] {
  if (hasContactsProcess(decision))
    return [`P(adoption in a period) = ${inverseLogit(predictorName(contactsEquation))}`];
  const has = (equation: Equation) => decision.terms.some((term) => term.equation === equation);
  const rateOf = (equation: Equation) => (has(equation) ? [`exp(${predictorName(equation)})`] : []);
  const imitation = rateOf('log_imitation').map((rate) => `${rate} × share that has adopted and not recovered`);
  const [recovery] = rateOf('log_recovery');
  return [
    `rate of adoption in the market = ${[...rateOf('log_innovation'), ...imitation].join(' + ')}`,
    `share of agents in the market = ${has('potential') ? predictorName('potential') : '1'}`,
    `share of adopters before the first period = ${has('start') ? predictorName('start') : '0'}`,
    ...(recovery === undefined ? [] : [`rate of recovery = ${recovery}`]),
  ];
}
