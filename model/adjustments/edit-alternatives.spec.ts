import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowOf } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { simulate } from '../simulation/simulate.js';
import { compareRuns } from '../simulation/compare-runs.js';
import { agentRenderer } from '../simulation/render-agent.js';
import { withCrossedNests, withRandomTastes } from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { describeEdits } from './describe-edits.js';
import { type AlternativeEdits, editAlternatives } from './edit-alternatives.js';

type Definition = WorkflowOf<ConditionalLogit>;

const read = (slug: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')) as Definition;
const published = read('../model/testing/linear-mode-choice');
const intercity = read('intercity-mode-choice');

function edited(definition: Definition, edits: AlternativeEdits): Definition {
  const result = editAlternatives(definition, edits);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  expect(() => parseDefinition(result.definition)).not.toThrow();
  return result.definition;
}

function issuesOf(edits: AlternativeEdits, definition: Definition = published): string[] {
  const result = editAlternatives(definition, edits);
  return result.ok ? [] : result.issues.map(({ path, message }) => `${path}: ${message}`);
}

const run = (definition: Definition, agentCount = 500) =>
  simulate({ definition, scenario: baselineScenario(definition), seed: 4, agentCount });
const columnOf = ({ columns }: ReturnType<typeof run>, name: string) =>
  columns.find((column) => column.name === name)!.values;

describe('removed alternatives', () => {
  const before = run(intercity);
  const without = run(edited(intercity, { remove: ['car'] }));

  it('Probabilities without an alternative equal the conditional probabilities of the others, for each agent', () => {
    const car = columnOf(before, 'probability.car');
    for (const id of ['train', 'air', 'bus']) {
      const own = columnOf(without, `probability.${id}`);
      columnOf(before, `probability.${id}`).forEach((value, row) => {
        expect(own[row]!).toBeCloseTo(value / (1 - car[row]!), 12);
      });
    }
    expect(Math.max(...columnOf(without, 'probability.car'))).toBe(0);
  });

  it('The baseline is the published workflow, with the same agents and outcomes', () => {
    expect(columnOf(without, 'baseline_outcome')).toEqual(columnOf(before, 'outcome'));
    for (const [k, { share, baseline_share, difference }] of without.summary.outcomes.entries()) {
      expect(baseline_share).toBeCloseTo(before.summary.outcomes[k]!.share, 12);
      expect(difference).toBeCloseTo(share - before.summary.outcomes[k]!.share, 12);
    }
  });

  it('Only agents with the removed alternative change their outcome', () => {
    const removed = intercity.decision.alternatives.findIndex(({ id }) => id === 'car');
    const [own, other] = [columnOf(without, 'outcome'), columnOf(before, 'outcome')];
    const changed = Array.from(own).filter((outcome, row) => outcome !== other[row]).length;
    expect(changed).toBe(Array.from(other).filter((outcome) => outcome === removed).length);
    expect(changed).toBeGreaterThan(0);
  });

  it('Two simulations without the alternative are compared without it on both sides', () => {
    const definition = edited(intercity, { remove: ['car'] });
    const scenario = { ...baselineScenario(definition), train_cost_factor: 0.8 };
    const cheaper = simulate({ definition, scenario, seed: 4, agentCount: 500 });
    const compared = compareRuns(
      definition,
      4,
      { scenario, output: cheaper, summary: cheaper.summary },
      { scenario: baselineScenario(definition), output: without, summary: without.summary },
    );
    if (!compared.ok) throw new Error(compared.reason);
    const car = compared.summary.outcomes.find(({ id }) => id === 'car')!;
    expect(car).toMatchObject({ share: 0, baseline_share: 0, difference: 0 });
    expect(car.difference_interval).toEqual([0, 0]);
    const train = compared.summary.outcomes.find(({ id }) => id === 'train')!;
    expect(train.difference).toBeGreaterThan(0);
    expect(train.difference_errors.estimation).toBeGreaterThan(0);
  });

  it('A group that contains all remaining alternatives has a share of exactly 1', () => {
    const { summary } = run(edited(published, { remove: ['car'] }));
    const [rail] = summary.outcome_groups;
    expect([rail!.share, rail!.expected_share]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
    expect(Math.max(rail!.share, rail!.expected_share)).toBeLessThanOrEqual(1);
  });

  it('Transcripts state that the alternative is not offered', () => {
    const definition = edited(intercity, { remove: ['car'] });
    const render = agentRenderer(definition, baselineScenario(definition), without, ['transcript']);
    expect(JSON.stringify(render(0))).toContain('The car is not offered.');
  });
});

describe('added alternatives', () => {
  const copy: AlternativeEdits = { add: [{ id: 'night_train', label: 'Night train', like: 'train' }] };

  it('A copy of an alternative has the same utility, so both have the same probability', () => {
    const output = run(edited(published, copy));
    expect(columnOf(output, 'probability.night_train')).toEqual(columnOf(output, 'probability.train'));
    expect(Math.max(...columnOf(output, 'baseline_probability.night_train'))).toBe(0);
  });

  it('A stated value replaces the value of the copied alternative, and a multiple multiplies it', () => {
    const definition = edited(published, {
      add: [{ id: 'fast', label: 'Fast train', like: 'train', attributes: { time: { times: 0.5 }, cost: 40 } }],
    });
    const byScenario = simulate({
      definition: edited(published, { add: [{ id: 'fast', label: 'Fast train', like: 'train' }] }),
      scenario: { ...baselineScenario(published), train_time_factor: 0.5 },
      seed: 4,
      agentCount: 200,
    });
    const halved = simulate({
      definition: edited(published, {
        add: [{ id: 'fast', label: 'Fast train', like: 'train', attributes: { time: { times: 0.5 } } }],
      }),
      scenario: baselineScenario(published),
      seed: 4,
      agentCount: 200,
    });
    columnOf(byScenario, 'utility.fast').forEach((value, row) => {
      expect(columnOf(halved, 'utility.fast')[row]!).toBeCloseTo(value, 12);
    });
    const cost = definition.decision.variables.find(({ id }) => id === 'cost')!;
    expect(cost.alternatives['fast']).toEqual([{ constant: 40 }]);
    expect(run(definition).summary.outcomes.map(({ id }) => id)).toContain('fast');
  });

  it('The other alternatives keep their random errors, so no agent moves between published alternatives', () => {
    const [own, before] = [run(edited(published, copy)), run(published)];
    const added = published.decision.alternatives.length;
    const outcomes = columnOf(before, 'outcome');
    Array.from(columnOf(own, 'outcome')).forEach((outcome, row) => {
      if (outcome !== added) expect(outcome).toBe(outcomes[row]);
    });
  });

  it('An added alternative is available to the same agents as the copied one', () => {
    const output = run(edited(published, { add: [{ id: 'shared_car', label: 'Shared car', like: 'car' }] }));
    expect(columnOf(output, 'available.shared_car')).toEqual(columnOf(output, 'available.car'));
  });

  it('An alternative can be replaced: removed, and copied with other values', () => {
    const { summary } = run(
      edited(published, {
        remove: ['train'],
        add: [{ id: 'new_train', label: 'New train', like: 'train', attributes: { time: { times: 0.8 } } }],
      }),
    );
    const [train, renewed] = ['train', 'new_train'].map((id) => summary.outcomes.find((one) => one.id === id)!);
    expect(train!.share).toBe(0);
    expect(renewed!.share).toBeGreaterThan(train!.baseline_share);
  });

  it('Random tastes are the same for a copied alternative', () => {
    const mixed = withRandomTastes(published) as Definition;
    const output = run(edited(mixed, copy));
    expect(columnOf(output, 'probability.night_train')).toEqual(columnOf(output, 'probability.train'));
  });
});

describe('rejected edits', () => {
  it.each<[string, AlternativeEdits, string]>([
    ['an unknown alternative', { remove: ['boat'] }, 'alternatives.remove.0: unknown alternative "boat"'],
    [
      'an alternative twice',
      { remove: ['car', 'car'] },
      'alternatives.remove.1.id: alternative "car" is defined twice',
    ],
    [
      'too many alternatives',
      { remove: ['car', 'train'] },
      'alternatives.remove: must leave at least two alternatives',
    ],
    [
      'all alternatives of some agents',
      { remove: ['train', 'swissmetro'], add: [{ id: 'van', label: 'Van', like: 'car' }] },
      'alternatives: some agents may have no alternative',
    ],
    ['an id in use', { add: [{ id: 'car', label: 'Car', like: 'car' }] }, 'alternatives.add.0.id: "car" is already'],
    [
      'an unknown alternative to copy',
      { add: [{ id: 'boat', label: 'Boat', like: 'ship' }] },
      'alternatives.add.0.like: unknown alternative "ship"; known: train, swissmetro, car',
    ],
    [
      'an attribute that the copied alternative does not have',
      { add: [{ id: 'boat', label: 'Boat', like: 'car', attributes: { headway: 10 } }] },
      'alternatives.add.0.attributes.headway: unknown attribute of car "headway"; known: time, cost',
    ],
  ])('The issue names %s', (_, edits, message) => {
    expect(issuesOf(edits).join('\n')).toContain(message);
  });

  it('A value of a variable that no term reads is refused, because it would change nothing', () => {
    const add = [{ id: 'night', label: 'Night train', like: 'train', attributes: { cost: 40, headway: 60 } }];
    const edited = editAlternatives(read('swissmetro-mode-choice'), { add });
    expect(edited.ok ? [] : edited.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'alternatives.add.0.attributes.cost: changes nothing, because no term of train reads it; terms read: headway',
    ]);
  });

  it('Other families are rejected', () => {
    const issues = issuesOf({ remove: ['voted'] }, read('gotv-social-pressure'));
    expect(issues).toEqual([expect.stringMatching(/^alternatives: a workflow of the family binary_logit has a fixed/)]);
  });
});

describe('warnings of edited alternatives', () => {
  const warningsOf = (definition: Definition, edits: AlternativeEdits) =>
    describeEdits(edited(definition, edits), edits, 1);

  it('A removed alternative is reported with the shares that the others gain, which add up to 100%', () => {
    const [warning] = warningsOf(intercity, { remove: ['car'] });
    expect(warning!.code).toBe('proportional_substitution');
    const gains = [...warning!.message.matchAll(/([\d.]+)% \(share/g)].map(([, gain]) => Number(gain));
    expect(gains).toHaveLength(3);
    expect(gains.reduce((sum, gain) => sum + gain, 0)).toBeCloseTo(100, 0);
  });

  it('A model with random tastes does not claim proportional substitution', () => {
    const [warning] = warningsOf(withRandomTastes(published), { remove: ['car'] });
    expect(warning!.code).toBe('mixed_substitution');
  });

  it('A new alternative is in the nests of the one that it copies, and takes more from them', () => {
    const add = [{ id: 'bus', label: 'Bus', like: 'train' }];
    const definition = edited(withCrossedNests(published), { add });
    expect(definition.decision.nests!.map((nest) => nest.alternatives.includes('bus'))).toEqual([true, true]);
    expect(definition.decision.divided).toMatchObject([{ alternative: 'train' }, { alternative: 'bus' }]);
    const [warning] = describeEdits(definition, { add }, 1);
    expect(warning!.code).toBe('nested_substitution');
    const shareOfTrain = (message: string) => Number(/Train (-?[\d.]+)% \(share/.exec(message)![1]);
    const [plain] = describeEdits(edited(published, { add }), { add }, 1);
    expect(shareOfTrain(warning!.message)).toBeGreaterThan(shareOfTrain(plain!.message));
  });

  it('A value outside the range of the published alternatives is reported with the range', () => {
    const add = [{ id: 'loop', label: 'Hyperloop', like: 'swissmetro', attributes: { time: 5, cost: 100 } }];
    const warnings = warningsOf(published, { add });
    expect(warnings.filter(({ code }) => code === 'extrapolation').map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Travel time of Hyperloop is 5 min, outside the range of the published alternatives/),
    ]);
  });

  it('The copied constant is reported with its value', () => {
    const warnings = warningsOf(intercity, { add: [{ id: 'coach', label: 'Coach', like: 'bus' }] });
    expect(warnings.find(({ code }) => code === 'constant_copied')!.message).toContain('constant of Bus (-3.38)');
  });
});
