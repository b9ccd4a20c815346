import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';

/** Returns a definition of a choice with changed coefficients. The evidence follows the coefficients. */
export function withTastes(published: WorkflowDefinition, change: (decision: ConditionalLogit) => void) {
  const definition = structuredClone(published);
  const decision = definition.decision as ConditionalLogit;
  change(decision);
  definition.evidence.estimates = decision.coefficients.map(({ id, estimate }) => ({
    coefficient: id,
    estimate,
    standard_error: 0.1,
  }));
  return { ...definition, decision };
}

/** Swissmetro with a normal and a log-normal taste. */
export function withRandomTastes(published: WorkflowDefinition) {
  return withTastes(published, ({ coefficients }) => {
    const taste = (id: string) => coefficients.find((coefficient) => coefficient.id === id)!;
    Object.assign(taste('asc_car'), { taste: { distribution: 'normal', spread: 'car_spread' } });
    Object.assign(taste('time'), {
      estimate: Math.log(1.5),
      taste: { distribution: 'log_normal', sign: -1, spread: 'time_spread' },
    });
    coefficients.push({ id: 'car_spread', label: 'Spread of the car', estimate: 1.3 });
    coefficients.push({ id: 'time_spread', label: 'Spread of time', estimate: 0.6 });
  });
}

/** Swissmetro with two latent classes. */
export function withClasses(published: WorkflowDefinition) {
  return withTastes(published, (decision) => {
    decision.coefficients.push(
      { id: 'thrifty_cost', label: 'CHF 100, of the thrifty', estimate: -4 },
      { id: 'thrifty_time', label: '100 min, of the thrifty', estimate: -0.3 },
      { id: 'thrifty_odds', label: 'Log odds of the thrifty', estimate: -0.7 },
    );
    decision.classes = [
      { id: 'hurried', label: 'In a hurry', phrase: 'my time is what counts', coefficients: {} },
      {
        id: 'thrifty',
        label: 'Thrifty',
        phrase: 'I look at the price first',
        log_odds: 'thrifty_odds',
        coefficients: { cost: 'thrifty_cost', time: 'thrifty_time' },
      },
    ];
  });
}
