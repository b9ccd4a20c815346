import { conditionText, predictorName, termText } from '../../equations/formulas.js';
import type { ChoiceCoefficient, ConditionalLogit } from './conditional-logit.schema.js';

/** Formulas from the utilities to the choice probabilities, and the parameters that differ between agents. */
export function choiceFormulas(decision: ConditionalLogit): string[] {
  const { alternatives, coefficients, classes = [], nests, scales = [], terms, periods, money } = decision;
  const withTerms = new Set(terms.flatMap((term) => term.alternatives));
  return [
    ...alternatives.filter(({ id }) => !withTerms.has(id)).map(({ id }) => `${predictorName(id)} = 0`),
    ...(nests ? nestFormulas(decision) : [`P(j) = exp(V(j)) / Σ exp(V(k)), over the available alternatives k`]),
    ...scales.map(({ coefficient, agents }) => `V(j) is multiplied by ${coefficient} if ${conditionText(agents)}`),
    ...(periods ? [`${periods.last_choice} = choice in the period before, for periods 2 to ${periods.number}`] : []),
    ...coefficients.flatMap(tasteFormula),
    ...(money
      ? [`each other coefficient of an agent is multiplied by |${money}|, so that it is an amount of money`]
      : []),
    ...(classes.length > 0 ? ['P(class) = exp(log odds) / Σ exp(log odds), over the classes'] : []),
    ...classes.map(({ id, log_odds: constant = '0', membership = [], coefficients: own }) => {
      const replaced = Object.entries(own).map(([general, ofClass]) => `${ofClass} in place of ${general}`);
      const odds = [constant, ...membership.map((term) => termText(term, id))].join(' + ');
      return `class ${id}: ${[`log odds ${odds}`, ...replaced].join(', ')}`;
    }),
  ];
}

function nestFormulas({ nests = [], divided = [] }: ConditionalLogit): string[] {
  const isCrossed = divided.length > 0;
  const weight = isCrossed ? '(α(k) × exp(V(k)))^(1/λ)' : 'exp(V(k)/λ)';
  return [
    `S(nest) = Σ ${weight}, over the available alternatives k of the nest`,
    `P(nest) = S(nest)^λ / Σ S(m)^λ, over the nests m`,
    `P(j) = ${isCrossed ? 'Σ ' : ''}P(nest) × ${weight.replaceAll('k', 'j')} / S(nest)${isCrossed ? ', over the nests of j' : ''}`,
    ...nests.map(
      ({ id, dissimilarity, alternatives }) => `nest ${id}: λ = ${dissimilarity}, with ${alternatives.join(', ')}`,
    ),
    ...divided.map(
      ({ alternative, nests: [first, second], share }) =>
        `α(${alternative}) = ${share} in ${first}, and 1 - ${share} in ${second}; α = 1 for alternatives in one nest`,
    ),
  ];
}

const standardNumbers = {
  normal: 'standard normal z',
  log_normal: 'standard normal z',
  uniform: 'z uniform from -1 to 1',
  triangular: 'z with a symmetric triangular distribution from -1 to 1',
};

function tasteFormula({ id, taste }: ChoiceCoefficient): string[] {
  if (!taste) return [];
  const { distribution, spread, sign, correlated_with: loadings = {} } = taste;
  const others = Object.entries(loadings).map(([other, loading]) => ` + ${loading} × z(${other})`);
  const inner = `${id} + ${spread} × z(${id})${others.join('')}`;
  const value = distribution === 'log_normal' ? `${sign === -1 ? '-' : ''}exp(${inner})` : inner;
  return [`${id} of an agent = ${value}, with ${standardNumbers[distribution]}`];
}
