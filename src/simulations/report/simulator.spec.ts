import { adjustDefinition, parseDefinition, simulate } from '../../../model/simulate.js';
import { readBuiltInWorkflows } from '../../workflows/built-in-workflows.js';
import { simulatorOf } from './simulator.js';

const workflow = readBuiltInWorkflows().get('welfare-wording-experiment')!;
const run = { seed: 3n, agentCount: 100, parameterDraws: null, digest: null, scenarioContext: {} };

describe('the data of a simulator', () => {
  it('The trimmed definition is valid, and has the digest and the intervals of the whole one', () => {
    const resultOf = (definition: typeof workflow.definition) => {
      const scenario = Object.fromEntries(definition.scenario.parameters.map((one) => [one.id, one.default]));
      const { digest, summary } = simulate({ definition, scenario, seed: 3, agentCount: 100 });
      return { digest, summary };
    };
    const { definition } = simulatorOf(workflow, run);
    expect(JSON.stringify(definition).length).toBeLessThan(JSON.stringify(workflow.definition).length);
    expect(resultOf(parseDefinition(JSON.parse(JSON.stringify(definition))))).toEqual(resultOf(workflow.definition));
  });

  it('A segment in a simulator has the digest of the same segment of the workflow, also in a simulation of a segment', () => {
    const { definition, digest } = workflow;
    const context = { seed: 3, agentCount: 100 };
    const attribute = definition.population.attributes.find(({ id }) => id === 'race');
    const [first, second] = attribute && 'categories' in attribute ? attribute.categories.map(({ id }) => id) : [];
    const segmentOf = (whole: typeof definition, where: Record<string, string[]>) =>
      adjustDefinition(whole, { where }, context).definition;
    const digestOf = (own: typeof definition) => {
      const scenario = Object.fromEntries(own.scenario.parameters.map((one) => [one.id, one.default]));
      return simulate({ definition: own, scenario, ...context }).digest;
    };
    const cases: Record<string, string[]>[][] = [
      [{}, { race: [first!] }, { race: [first!] }],
      [{ race: [first!, second!] }, { race: [first!] }, { race: [first!] }],
      [{ race: [first!, second!] }, { sex: ['female'] }, { race: [first!, second!], sex: ['female'] }],
    ];
    const digests = cases.map(([simulated, selected, whole]) => {
      const simulator = simulatorOf({ definition: segmentOf(definition, simulated!), digest }, run);
      const found = digestOf(segmentOf(simulator.definition, selected!));
      expect(found).toBe(digestOf(segmentOf(definition, whole!)));
      return found;
    });
    expect(new Set([...digests, digestOf(definition)]).size).toBe(3);
  });

  it('A definition that has or names rows of a table has no simulator', () => {
    const { definition, digest } = workflow;
    const people = {
      count: 1,
      columns: [],
      origin: 'weighted',
      effective_count: null,
      respondent_share: 1,
      drawn_attributes: [],
    } as const;
    for (const rows of [
      { people: { ...people, columns: [], drawn_attributes: [] } },
      { sample: { digest, count: 1 } },
    ]) {
      const own = { ...definition, population: { ...definition.population, ...rows } };
      expect(() => simulatorOf({ definition: own, digest }, run)).toThrow(/population: synthetic/);
    }
  });

  it('A page lists parameters of the workflow only, in its order', () => {
    const { scenario } = workflow.definition;
    const ids = scenario.parameters.map(({ id }) => id);
    expect(simulatorOf(workflow, run).parameters).toEqual(ids);
    expect(simulatorOf(workflow, run, ['other', ids[0]!]).parameters).toEqual([ids[0]]);
  });
});
