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
  { id: 'swissmetro', label: 'Swissmetro', share: 0.644, baseline: 0.601, difference: 0.043, interval: [0.014, 0.071] },
  { id: 'train', label: 'Train', share: 0.12, baseline: 0.131, difference: -0.011, interval: [-0.019, -0.003] },
  { id: 'car', label: 'Car', share: 0.236, baseline: 0.268, difference: -0.032, interval: [-0.052, -0.01] },
];
