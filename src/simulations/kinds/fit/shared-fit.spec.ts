import type { WorkflowDefinition } from '../../../../model/definition.js';
import { sharedFit } from './shared-fit.js';

describe('the shared form of a fit', () => {
  const share = (definition: object, spec = 'title: A') => {
    const run = { dataset_id: 'ds_1', spec, result: { definition } } as unknown as Parameters<typeof sharedFit.of>[0];
    const shared = sharedFit.of(run);
    return { ...shared, definition: shared.result!.definition as unknown as WorkflowDefinition };
  };
  const definitionOf = (quantiles: object, parameters: object[] = []) => ({
    population: { attributes: [{ type: 'continuous', id: 'income', quantiles }] },
    scenario: { parameters },
  });

  it('Quantiles contain no cell of the data: 1,000 incomes become 13 rounded values', () => {
    const incomes = Array.from({ length: 1_000 }, (_, k) => 20_017.31 + 97.13 * k + (k === 999 ? 1_234_567.89 : 0));
    const probabilities = incomes.map((_, k) => k / 999);
    const { attributes } = share(definitionOf({ probabilities, values: incomes })).definition.population;
    const { quantiles } = attributes[0] as unknown as { quantiles: { values: number[]; probabilities: number[] } };
    expect(quantiles.probabilities).toEqual([
      ...[0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
    ]);
    expect(quantiles.values[0]).toBe(21_000);
    expect(quantiles.values.at(-1)).toBe(116_000);
    for (const value of quantiles.values) expect(value % 1_000).toBe(0);
  });

  it('A single value and two values stay in order', () => {
    for (const values of [
      [48_317.25, 48_317.25],
      [0, 0.000123],
    ]) {
      const { attributes } = share(definitionOf({ probabilities: [0, 1], values })).definition.population;
      const { quantiles } = attributes[0] as unknown as { quantiles: { values: number[] } };
      expect(quantiles.values).toEqual(quantiles.values.toSorted((a, b) => a - b));
      expect(quantiles.values).not.toContain(48_317.25);
    }
  });

  it('Ranges of parameters are rounded and contain the exact ones', () => {
    const parameter = { type: 'number', default: 0, minimum: -1_234.5, maximum: 1_234.5, typical_change: 246.9 };
    const range = { ...parameter, calibrated_range: [-617.25, 598.75] };
    const { scenario } = share(definitionOf({ probabilities: [0, 1], values: [0, 1] }, [range])).definition;
    expect(scenario.parameters).toEqual([
      { ...range, minimum: -2_000, maximum: 2_000, typical_change: 250, calibrated_range: [-700, 600] },
    ]);
  });

  it('Comments are removed at each place of a spec, and its values stay', () => {
    const spec =
      '# who\ntitle: A # of\nparameters: # these\n  # data\n  "a#b": { add: 1 } # Acme\nlabels: |\n  # text\n# end\n';
    expect(share(definitionOf({ probabilities: [0, 1], values: [0, 1] }), spec).spec).toBe(
      'title: A\nparameters:\n  a#b:\n    add: 1\nlabels: |\n  # text\n',
    );
  });
});
