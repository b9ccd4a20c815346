import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adjustDefinition, parseDefinition, simulate } from '../../../model/simulate.js';
import { referenceOf } from './scenario-changes.js';
import { trustTexts } from './simulation-view.js';
import type { ViewInput } from './view-input.js';
import { agentsInteract, analyzeEffects, clearPreferenceAttributes, groupsOf } from '../../../model/analyses.js';
import {
  baselineScenario,
  isChoice,
  isRandomized,
  type Parameter,
  resolveScenario,
  type WorkflowDefinition,
} from '../../../model/definition.js';
import { toEffectsRecord } from '../../readings/effects/effects.record.js';
import { chooseHeadline, headlineOf } from '../headline.js';
import { headlineTexts } from './headline-text.js';
import { effectBlocks } from './sections/effects.js';
import { rowsOf, sampleSize } from '../../../test/support/full-level.js';

const catalog = join(import.meta.dirname, '../../../catalog');

/** All workflows of the catalog. */
const slugs = readdirSync(catalog).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
/** Agents of each simulation. */
const agentCount = 300;
/** Cases of each workflow: at least this many, and less than twice as many. Some workflows have 2,000, which would take minutes. */
const sampledCases = sampleSize(4, 20);
/** Smaller groups have too few of the agents. */
const leastShare = 0.1;

type Values = Record<string, number | string>;

/** The definition of a workflow of the catalog. */
const definitionOf = (slug: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));

/** Two values inside the calibrated range and one outside it; all options of a choice, at most three. */
function changesOf(parameter: Parameter): Values[] {
  if (isChoice(parameter))
    return parameter.options
      .filter(({ id }) => id !== parameter.default)
      .slice(0, 3)
      .map(({ id }) => ({ [parameter.id]: id }));
  const {
    calibrated_range: [low, high],
    minimum,
    maximum,
    default: baseline,
    type,
  } = parameter;
  const outside = high < maximum ? (high + maximum) / 2 : (low + minimum) / 2;
  const values = [low, high, outside].map((value) => (type === 'integer' ? Math.round(value) : value));
  return [...new Set(values)].filter((value) => value !== baseline).map((value) => ({ [parameter.id]: value }));
}

/** The definition, and its restrictions to each group with at least a tenth of the population. */
function populationsOf(definition: WorkflowDefinition): WorkflowDefinition[] {
  const groups = definition.population.attributes.flatMap((attribute) =>
    groupsOf(attribute).map(({ id }) => ({ [attribute.id]: [id] })),
  );
  const restricted = groups.flatMap((where) => {
    try {
      const own = adjustDefinition(definition, { where }, { seed: 1, agentCount }).definition;
      return (own.population.restriction?.share ?? 0) >= leastShare ? [own] : [];
    } catch {
      return [];
    }
  });
  return [definition, ...restricted];
}

/** A simulation of a definition with values of its parameters, as the view of the simulation shows it. */
function inputOf(definition: WorkflowDefinition, values: Values): ViewInput {
  const resolved = resolveScenario(definition, values);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const { scenario, warnings } = resolved;
  const output = simulate({
    definition,
    scenario,
    seed: 1,
    agentCount,
    parameterDraws: agentsInteract(definition) ? 2 : undefined,
  });
  const { summary, columns, digest } = output;
  const reference = baselineScenario(definition);
  const headline = chooseHeadline(definition, { scenario, reference, asked: null }, summary);
  const rows = Int32Array.from({ length: agentCount }, (_, row) => row);
  return {
    ...{ id: 'sim_1', name: null, completedAt: '2026-11-20T12:00:00.000Z', definition, definitionDigest: '' },
    ...{ engineVersion: null, adjustments: null, scenario, warnings, seed: 1, agentCount, digest },
    ...{ summary: { ...summary, headline }, routedVia: null, agents: null, indicators: null },
    effects: agentsInteract(definition)
      ? null
      : toEffectsRecord(analyzeEffects({ definition, scenario, seed: 1, columns }, rows, false, [headline.outcome])),
    ...{ compared: null, selection: null },
  };
}

/** Sentences that claim more than the interval, the tested parameters and the calibrated range allow. */
function excessiveClaims(input: ViewInput): string[] {
  const reference = referenceOf(input);
  if (!reference) return [];
  const { definition, scenario, warnings, summary, effects } = input;
  const box = trustTexts(input, reference).join(' ');
  const effectTexts = effectBlocks(input)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join(' ');
  const headline = headlineTexts(input, reference)[0]!;
  const { figure } = headlineOf(definition, summary);
  const { difference, difference_interval: interval, difference_errors: errors } = figure;
  const changed = Object.keys(scenario).filter((id) => scenario[id] !== reference.scenario[id]);
  const tested = new Set(definition.evidence.hold_out.effects?.map(({ parameter }) => parameter));
  const excludesZero = interval !== null && (interval[0] > 0 || interval[1] < 0);
  const isClear = box.includes('zero: the direction of the change is clear');
  const rules: [string, boolean][] = [
    ['a clear direction needs an interval without zero', !isClear || excludesZero],
    ['a clear direction needs a known error of the model', !isClear || errors.model !== null],
    ['a clear direction needs values inside the range', !isClear || warnings.length === 0],
    [
      'a clear direction needs values that the data assigned at random',
      !isClear ||
        definition.scenario.parameters
          .filter(({ id }) => changed.includes(id))
          .every((parameter) => isRandomized(parameter, definition.evidence)),
    ],
    [
      'an association is named where the data did not assign the values, and only there',
      [box.includes('This is an association'), headline.includes('is associated with')].every(
        (isNamed) => isNamed === !['experiment', 'stated_preference'].includes(definition.evidence.data.kind),
      ),
    ],
    ['an untested parameter is named', changed.every((id) => tested.has(id)) || box.includes('is not tested')],
    [
      'no change needs an interval with zero',
      !box.includes('consistent with no change') || (interval !== null && !excludesZero),
    ],
    ['a fixed figure does not change', difference !== 0 || errors.estimation !== 0 || box.includes('does not change')],
    [
      'an extrapolation is named',
      warnings.length === 0 || (box.includes('extrapolation') && headline.includes('extrapolation')),
    ],
    [
      'an untested change has an error of the model',
      errors.model === null || errors.model > 0 || difference === 0 || changed.every((id) => tested.has(id)),
    ],
    [
      'differences of groups that no data estimated are not clear',
      effects === null ||
        clearPreferenceAttributes(definition, scenario, reference.scenario).length > 0 ||
        !/groups? reacts? clearly/.test(effectTexts) ||
        effectTexts.includes('No group reacts clearly'),
    ],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

/**
 * The excessive claims of views of a workflow, with the values and the group. A case is a change of one parameter, for the population or a
 * group. The sample reaches different groups and parameters.
 */
function excessiveClaimsOf(slug: string): string[] {
  const cases = populationsOf(definitionOf(slug)).flatMap((own) =>
    own.scenario.parameters.flatMap((parameter) => changesOf(parameter).map((values) => [own, values] as const)),
  );
  const step = Math.max(1, Math.floor(cases.length / sampledCases));
  return cases.flatMap(([own, values], k) =>
    k % step === 0
      ? excessiveClaims(inputOf(own, values)).map(
          (claim) => `${JSON.stringify(values)} ${JSON.stringify(own.population.restriction?.conditions)}: ${claim}`,
        )
      : [],
  );
}

/** Workflows whose cases take little time. The full level has all workflows. */
const quickSlugs = [
  'charity-match-mailing',
  'gotv-social-pressure',
  'health-insurance-visits',
  'hiv-test-incentive',
  'housing-satisfaction',
  'technology-adoption-bass',
  'welfare-wording-experiment',
];
const otherSlugs = slugs.filter((slug) => !quickSlugs.includes(slug));

describe('Claims of views', () => {
  it.each(rowsOf(quickSlugs, otherSlugs))(
    'No sentence claims more than the interval, the tested parameters and the range allow: %s',
    (slug) => {
      expect(excessiveClaimsOf(slug)).toEqual([]);
    },
  );

  describe('of a segment of stated choices', () => {
    let input: ViewInput;

    beforeAll(() => {
      const where = { ga_travelcard: ['yes'] };
      const { definition } = adjustDefinition(
        definitionOf('../model/testing/linear-mode-choice'),
        { where },
        { seed: 1, agentCount },
      );
      input = inputOf(definition, { swissmetro_cost_factor: 0.9 });
    });

    it('No sentence claims more than the interval, the tested parameters and the range allow', () => {
      expect(excessiveClaims(input)).toEqual([]);
    });

    it('A segment is described by its own held-out error', () => {
      const box = trustTexts(input, referenceOf(input)).join(' ');
      expect(box).toContain('The model does not fit this group well.');
      expect(box).toMatch(
        /predicted 73\.3% for “Swissmetro”, and 49\.8% were observed: an error of 23\.5 percentage points/,
      );
      const { share, interval } = input.summary.outcomes.find(({ id }) => id === 'swissmetro')!;
      // The share of all respondents with a travelcard, in the training and the held-out data.
      expect(interval![0]).toBeLessThan(0.493);
      expect(share).toBeGreaterThan(0.7);
    });
  });
});
