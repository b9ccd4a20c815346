/**
 * The answer on the landing page: `POST /v1/simulations` with this request. `test/e2e/landing-example.spec.ts` runs it through the service
 * and compares the numbers, so that the page stays true.
 */
export const exampleRequest = {
  workflow_id: 'swissmetro-mode-choice',
  agent_count: 1000,
  seed: 7,
  scenario_context: { swissmetro_cost_factor: 0.8 },
};

export interface ExampleOutcome {
  id: string;
  label: string;
  share: number;
  baseline: number;
  difference: number;
  /** 95% interval of the difference. */
  interval: readonly [number, number];
}

/** Shares, with three digits after the decimal point. */
export const exampleOutcomes: readonly [ExampleOutcome, ...ExampleOutcome[]] = [
  { id: 'swissmetro', label: 'Swissmetro', share: 0.76, baseline: 0.63, difference: 0.13, interval: [0.066, 0.193] },
  { id: 'train', label: 'Train', share: 0.099, baseline: 0.133, difference: -0.033, interval: [-0.051, -0.016] },
  { id: 'car', label: 'Car', share: 0.14, baseline: 0.237, difference: -0.097, interval: [-0.144, -0.049] },
];
