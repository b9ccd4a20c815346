/**
 * The answer on the landing page until its simulator is loaded: `POST /v1/simulations` with this request. `test/e2e/landing-example.spec.ts`
 * runs it through the service and compares the numbers, so that the page stays true.
 */
export const exampleRequest = {
  workflow_id: 'swissmetro-mode-choice',
  agent_count: 1000,
  seed: 7,
  scenario_context: { swissmetro_cost_factor: 0.8 },
};

interface ExampleOutcome {
  id: string;
  label: string;
  share: number;
  baseline: number;
  difference: number;
  /** 95% interval of the difference. */
  interval: readonly [number, number];
}

/** Shares, with three digits after the decimal point. */
export const exampleOutcome: ExampleOutcome = {
  ...{ id: 'swissmetro', label: 'Swissmetro', share: 0.76, baseline: 0.63 },
  ...{ difference: 0.13, interval: [0.109, 0.163] },
};
