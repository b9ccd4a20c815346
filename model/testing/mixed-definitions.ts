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

/** A binary or ordered model with another distribution of the random error. */
export function withLink(published: WorkflowDefinition, link: 'probit' | 'complementary_log_log') {
  return { ...published, decision: { ...published.decision, link } } as WorkflowDefinition;
}

/** A binary or ordered model with random intercepts. */
export function withIntercepts(published: WorkflowDefinition) {
  const definition = structuredClone(published);
  const decision = definition.decision as Extract<
    WorkflowDefinition['decision'],
    { family: 'binary_logit' | 'ordered_logit' | 'counts' }
  >;
  decision.random_intercept = { spread: 'group_spread' };
  decision.coefficients.push({ id: 'group_spread', label: 'Standard deviation between groups', estimate: 0.8 });
  const { estimates, covariance } = definition.evidence;
  estimates.push({ coefficient: 'group_spread', estimate: 0.8, standard_error: 0.2 });
  if (covariance) {
    covariance.coefficients.push('group_spread');
    covariance.matrix.forEach((row) => row.push(0));
    covariance.matrix.push(covariance.coefficients.map((id) => (id === 'group_spread' ? 0.04 : 0)));
  }
  return definition;
}

/** Gamma amounts in place of log-normal ones, without a price. */
export function withGammaAmounts(published: WorkflowDefinition, canBeZero: boolean) {
  const definition = structuredClone(published);
  const decision = definition.decision as Extract<WorkflowDefinition['decision'], { family: 'willingness_to_pay' }>;
  const { id, label, variables, telling, log_sigma: logShape, amount, outcomes } = decision;
  const [nothing, less, pays] = outcomes;
  const isUsed = (coefficient: string) =>
    coefficient === logShape ||
    decision.terms.some((term) => term.coefficient === coefficient && (canBeZero || term.equation === 'amount'));
  const { estimates, covariance } = definition.evidence;
  const kept = covariance!.coefficients.flatMap((id, k) => (isUsed(id) ? [k] : []));
  return {
    ...definition,
    decision: {
      ...{ id, label, variables, telling },
      family: 'amounts' as const,
      coefficients: decision.coefficients.filter(({ id }) => isUsed(id)),
      terms: decision.terms.filter(({ coefficient }) => isUsed(coefficient)),
      log_shape: logShape,
      amount: { id: amount.id, label: amount.label, unit: amount.unit, told: amount.told },
      outcomes: [
        ...(canBeZero ? [{ ...nothing, from: 0 }] : []),
        { ...less, from: 0 },
        { ...pays, from: 20 },
        { ...pays, id: 'much', from: 150 },
      ],
    },
    evidence: {
      ...definition.evidence,
      fits: definition.evidence.fits.map((fit) => ({
        ...fit,
        ...(fit.estimates && { estimates: fit.estimates.filter(({ coefficient }) => isUsed(coefficient)) }),
      })),
      estimates: estimates.filter(({ coefficient }) => isUsed(coefficient)),
      covariance: {
        ...covariance!,
        coefficients: kept.map((k) => covariance!.coefficients[k]!),
        matrix: kept.map((i) => kept.map((j) => covariance!.matrix[i]![j]!)),
      },
    },
    narrative: {
      ...definition.narrative,
      reasons: definition.narrative.reasons.map((reason) => ({ ...reason, terms: reason.terms.filter(isUsed) })),
    },
  } as WorkflowDefinition;
}

/** The payments for an HIV test, with piecewise linear effects of the payment and of age. */
export function withParts(published: WorkflowDefinition) {
  const decision = structuredClone(published.decision) as Extract<
    WorkflowDefinition['decision'],
    { family: 'binary_logit' }
  >;
  const term = (id: string) => decision.terms.find((one) => one.id === id)!;
  term('incentive').factors = [{ parameter: 'incentive', part: { to: 2 } }];
  term('age').factors = [{ attribute: 'age', part: { from: 20, to: 45 }, scale: 0.1 }];
  term('age_squared').factors = [
    { attribute: 'age', part: { from: 45 }, transform: 'sqrt' },
    { parameter: 'incentive', part: { from: 0.5, to: 4 }, transform: 'log1p' },
  ];
  return { ...published, decision };
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

/** Swissmetro with a normal taste, and a log-normal and a normal one that are correlated with it and with each other. */
export function withCorrelatedTastes(published: WorkflowDefinition) {
  return withTastes(withRandomTastes(published), ({ coefficients }) => {
    const taste = (id: string) => coefficients.find((coefficient) => coefficient.id === id)!.taste!;
    taste('time').correlated_with = { asc_car: 'car_time' };
    Object.assign(
      coefficients.find(({ id }) => id === 'headway')!,
      {
        taste: {
          distribution: 'normal',
          spread: 'headway_spread',
          correlated_with: { asc_car: 'car_headway', time: 'time_headway' },
        },
      },
    );
    coefficients.push(
      { id: 'car_time', label: 'Loading of time on the car', estimate: -0.5 },
      { id: 'headway_spread', label: 'Spread of headway', estimate: 0.4 },
      { id: 'car_headway', label: 'Loading of headway on the car', estimate: 0.3 },
      { id: 'time_headway', label: 'Loading of headway on time', estimate: -0.2 },
    );
  });
}

/** Swissmetro with a uniform and a triangular taste. */
export function withBoundedTastes(published: WorkflowDefinition) {
  return withTastes(published, ({ coefficients }) => {
    const taste = (id: string) => coefficients.find((coefficient) => coefficient.id === id)!;
    Object.assign(taste('asc_car'), { taste: { distribution: 'uniform', spread: 'car_spread' } });
    Object.assign(taste('time'), { taste: { distribution: 'triangular', spread: 'time_spread' } });
    coefficients.push({ id: 'car_spread', label: 'Half of the range of the car', estimate: 1.3 });
    coefficients.push({ id: 'time_spread', label: 'Half of the range of time', estimate: 0.6 });
  });
}

/** Swissmetro with coefficients that are amounts of money, of which time and the car differ between agents. */
export function withMoney(published: WorkflowDefinition) {
  return withTastes(published, (decision) => {
    const { coefficients } = decision;
    const taste = (id: string) => coefficients.find((coefficient) => coefficient.id === id)!;
    Object.assign(taste('cost'), {
      estimate: Math.log(1.1),
      taste: { distribution: 'log_normal', sign: -1, spread: 'cost_spread', correlated_with: { time: 'time_cost' } },
    });
    Object.assign(taste('asc_car'), { taste: { distribution: 'normal', spread: 'car_spread' } });
    Object.assign(taste('time'), {
      estimate: Math.log(1.2),
      taste: { distribution: 'log_normal', sign: -1, spread: 'time_spread' },
    });
    coefficients.push(
      { id: 'cost_spread', label: 'Spread of cost', estimate: 0.5 },
      { id: 'car_spread', label: 'Spread of the car', estimate: 0.9 },
      { id: 'time_spread', label: 'Spread of time', estimate: 0.6 },
      { id: 'time_cost', label: 'Loading of cost on time', estimate: -0.2 },
    );
    decision.money = 'cost';
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

/** Adds two attributes of agents to the log odds of the thrifty class of Swissmetro. */
export function withMembership(published: WorkflowDefinition) {
  return withTastes(withClasses(published), (decision) => {
    decision.coefficients.push(
      { id: 'thrifty_male', label: 'Log odds of the thrifty, men', estimate: -0.9 },
      { id: 'thrifty_train_time', label: 'Log odds of the thrifty, by train time', estimate: 0.5 },
    );
    decision.classes![1]!.membership = [
      {
        ...{ id: 'thrifty_male', label: 'Men', coefficient: 'thrifty_male', scale: 1 },
        factors: [{ indicator: { attribute: 'sex', in: ['male'] } }],
      },
      {
        ...{ id: 'thrifty_train_time', label: 'Train time', coefficient: 'thrifty_train_time', scale: 0.01 },
        factors: [{ attribute: 'train_time' }],
      },
    ];
  });
}

/** Swissmetro with train and car in a nest. */
export function withNests(published: WorkflowDefinition) {
  return withTastes(published, (decision) => {
    decision.coefficients.push({
      id: 'existing_dissimilarity',
      label: 'Dissimilarity of existing modes',
      estimate: 0.5,
    });
    decision.nests = [
      {
        id: 'existing',
        label: 'Existing modes',
        dissimilarity: 'existing_dissimilarity',
        alternatives: ['train', 'car'],
      },
    ];
  });
}

/** Swissmetro with nests of existing and public modes, both of which contain the train. */
export function withCrossedNests(published: WorkflowDefinition) {
  const nested = withNests(published);
  return withTastes(nested, (decision) => {
    decision.coefficients.push(
      { id: 'public_dissimilarity', label: 'Dissimilarity of public modes', estimate: 0.3 },
      { id: 'train_share', label: 'Share of the train in existing modes', estimate: 0.4 },
    );
    decision.nests!.push({
      id: 'public',
      label: 'Public modes',
      dissimilarity: 'public_dissimilarity',
      alternatives: ['train', 'swissmetro'],
    });
    decision.divided = [{ alternative: 'train', nests: ['existing', 'public'], share: 'train_share' }];
  });
}

/** Adds scales by the payer to Swissmetro: choices paid by employers are more random, and choices with an unknown payer less random. */
export function withScales(published: WorkflowDefinition) {
  return withTastes(published, (decision) => {
    decision.coefficients.push(
      { id: 'employer_scale', label: 'Scale if the employer pays', estimate: 0.6 },
      { id: 'unknown_scale', label: 'Scale if the payer is unknown', estimate: 1.7 },
    );
    decision.scales = [
      { coefficient: 'employer_scale', agents: { attribute: 'who_pays', in: ['employer', 'half_half'] } },
      { coefficient: 'unknown_scale', agents: { attribute: 'who_pays', in: ['unknown'] } },
    ];
  });
}

/** Gives Swissmetro Box-Cox transforms: of time, whose effect differs in first class, and of headway, almost its logarithm. */
export function withBoxCox(published: WorkflowDefinition) {
  return withTastes(published, (decision) => {
    const variable = (id: string) => decision.variables.find((one) => one.id === id)!;
    variable('time').box_cox = { power: 'time_power', at: 120 };
    variable('headway').box_cox = { power: 'headway_power', at: 30 };
    decision.terms.push({
      id: 'time_first_class',
      label: 'Travel time in first class',
      coefficient: 'time_first_class',
      scale: 0.01,
      factors: [{ variable: 'time' }, { indicator: { attribute: 'travel_class', in: ['first'] } }],
      alternatives: ['train', 'swissmetro'],
    });
    decision.coefficients.push(
      { id: 'time_first_class', label: '100 min in first class', estimate: 0.4 },
      { id: 'time_power', label: 'Box-Cox power of time', estimate: 0.6 },
      { id: 'headway_power', label: 'Box-Cox power of headway', estimate: 0.05 },
    );
  });
}

/** Swissmetro with 6 trips, in which travelers have a habit of their last mode. A scenario applies from one trip until another. */
export function withPeriods(published: WorkflowDefinition) {
  const modes = ['train', 'swissmetro', 'car'];
  const repeated = withTastes(published, (decision) => {
    decision.coefficients.push({ id: 'habit', label: 'Same mode as on the last trip', estimate: 0.9 });
    for (const mode of modes)
      decision.terms.push({
        ...{ id: `habit_${mode}`, label: 'Habit', coefficient: 'habit', scale: 1, alternatives: [mode] },
        factors: [{ indicator: { attribute: 'last_mode', in: [mode] } }],
      });
    decision.periods = { number: 6, unit: 'trips', last_choice: 'last_mode', from: 'first_trip', until: 'last_trip' };
  });
  const integer = (id: string, value: number) => ({
    ...{ type: 'integer' as const, id, label: id, description: id, unit: 'trip' },
    ...{ default: value, minimum: 1, maximum: 6, calibrated_range: [1, 6] as [number, number] },
  });
  const { attributes, correlation } = repeated.population;
  const probabilities = [0.2, 0.3, 0.4, 0.1];
  return {
    ...repeated,
    population: {
      ...repeated.population,
      ...(correlation && {
        correlation: [...correlation.map((row) => [...row, 0]), [...correlation.map(() => 0), 1]],
      }),
      attributes: [
        ...attributes,
        {
          ...{ type: 'categorical' as const, id: 'last_mode', label: 'Last mode' },
          categories: [...modes, 'none'].map((id, k) => ({
            ...{ id, label: id, phrase: id, probability: probabilities[k]! },
          })),
        },
      ],
    },
    scenario: {
      ...repeated.scenario,
      parameters: [...repeated.scenario.parameters, integer('first_trip', 1), integer('last_trip', 6)],
    },
    narrative: {
      ...repeated.narrative,
      levers: {
        ...repeated.narrative.levers,
        first_trip: { text: 'From trip {new} instead of {old}' },
        last_trip: { text: 'Until trip {new} instead of {old}' },
      },
    },
  };
}

/** The trips of {@link withPeriods}, with parameters for the fare of Swissmetro on the second and the third trip. */
export function withOwnFares(published: WorkflowDefinition) {
  const definition = structuredClone(published);
  const { decision, scenario, narrative } = definition;
  const parameter = 'swissmetro_cost_factor';
  const fare = scenario.parameters.find(({ id }) => id === parameter)!;
  const byPeriod = [2, 3].map((period) => ({ parameter, period, value: `swissmetro_fare_${period}` }));
  (decision as ConditionalLogit).periods!.by_period = byPeriod;
  for (const { value, period } of byPeriod) {
    const label = `${fare.label}, trip ${period}`;
    scenario.parameters.push({ ...fare, id: value, label, words: [`fare on trip ${period}`] });
    narrative.levers = { ...narrative.levers, [value]: { text: `On trip ${period}, with {new} instead of {old}` } };
  }
  return definition;
}
