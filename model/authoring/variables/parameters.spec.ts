import { resolveScenario } from '../../definition.js';
import { calibrate } from '../../fitting/calibrate.js';
import { calibrationResult } from '../../fitting/results/calibration-result.js';
import type { Table } from '../../fitting/rows/table.js';
import { simulate } from '../../simulation/simulate.js';
import { draftSpec } from '../draft/draft-spec.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { parseRecipe } from '../recipe/parse-recipe.js';

/** An experiment with 30% donors in the control group, 50% with a letter and 60% with a call. */
const rows = Array.from({ length: 900 }, (_, row) => {
  const arm = ['letter', 'control', 'call'][row % 3]!;
  const share = { letter: 50, control: 30, call: 60 }[arm]!;
  return { arm, called: arm === 'call' ? 'ja' : 'nein', gives: (row * 37) % 100 < share ? '1' : '0' };
});
const table: Table = {
  columns: new Map((['arm', 'called', 'gives'] as const).map((name) => [name, rows.map((row) => row[name])])),
  lines: Int32Array.from(rows, (_, row) => row + 2),
};
const without = (name: string): Table => ({
  ...table,
  columns: new Map([...table.columns].filter(([own]) => own !== name)),
});
const expanded = (spec: string) => expandSpec(parseSpec(spec), table);
const parametersOf = (spec: string) => parseSpec(spec).parameters;

describe('baseline of a parameter with categories', () => {
  it('A draft compares an experiment with its control group, and asks for none of it', () => {
    const known = { file: 'a.csv', outcome: 'gives', parameters: ['arm'] };
    expect(parametersOf(draftSpec(without('called'), known).spec)).toMatchObject({
      arm: { compare: ['control', 'call', 'letter'], baseline: 'control' },
    });
    const yesNo = { file: 'a.csv', outcome: 'gives', parameters: ['called'] };
    expect(parametersOf(draftSpec(without('arm'), { ...yesNo, randomized: ['called'] }).spec)['called']?.baseline).toBe(
      'nein',
    );
    expect(parametersOf(draftSpec(without('arm'), yesNo).spec)['called']!.baseline).toBeUndefined();
  });

  it('All agents have the control at the baseline, so that a scenario shows the whole effect', () => {
    const spec =
      'title: A\nformula: gives ~ arm\nparameters: { arm: { compare: [control, letter, call], baseline: control } }';
    const { recipe, table: data, notes } = expanded(spec);
    const calibration = calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-01-01' });
    const { definition } = calibration;
    expect(notes).toContain('Baseline of all agents: arm control. Its check gives each row its own values.');
    const shareWith = (values: object) => {
      const resolved = resolveScenario(definition, { ...values });
      if (!resolved.ok) throw new Error('the scenario is refused');
      return simulate({ definition, scenario: resolved.scenario, seed: 1, agentCount: 2_000 }).summary.outcomes[1]!
        .share;
    };
    expect(shareWith({})).toBe(shareWith({ arm: 'control' }));
    expect(shareWith({})).toBeCloseTo(0.3, 1);
    expect(shareWith({ arm: 'call' }) - shareWith({})).toBeCloseTo(0.3, 1);
    for (const { observed, simulated } of definition.evidence.baseline!.figures)
      expect(Math.abs(observed - simulated)).toBeLessThan(0.002);
    // No example asks about the baseline itself.
    const asked = (recipe.definition as { routing?: unknown })['routing'] ?? recipe;
    expect(JSON.stringify(asked)).not.toContain('everyone has arm control');
    expect(calibrationResult(calibration).effects.map(({ label }) => label)).toEqual([
      'Arm: letter compared with control',
      'Arm: call compared with control',
    ]);
  });

  it('A baseline that is no value of the column is refused with the values', () => {
    expect(() => expanded('title: A\nformula: gives ~ arm\nparameters: { arm: { baseline: mail } }')).toThrow(
      'parameters.arm.baseline: "mail" is none of the values that scenarios can set: "call", "control", "letter"',
    );
  });
});
