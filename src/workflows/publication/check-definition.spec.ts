import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimateSummaryBytes } from '../../../model/analyses.js';
import { baselineScenario, type WorkflowDefinition } from '../../../model/definition.js';
import { parseDefinition, simulate } from '../../../model/simulate.js';
import {
  checkDefinition,
  sizeIssues,
  publicationIssues,
  maxNameCharacters,
  maxRepeatedNames,
  readingIssues,
  repeatedNames,
} from './check-definition.js';
import { summaryBytes } from './golden-simulation.js';
import { namesOf, sharedWords } from '../../../questions/names.js';

const catalog = join(import.meta.dirname, '../../../catalog');
const read = (slug: string) => parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));
const slugs = readdirSync(catalog).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));

function pathsAfter(slug: string, change: (definition: WorkflowDefinition) => unknown): string[] {
  const definition = read(slug);
  change(definition);
  const checked = checkDefinition(definition);
  return checked.ok ? [] : checked.issues.map(({ path, message }) => `${path}: ${message}`);
}

/** Appends categorical attributes with groups of equal probability. */
function addGroups({ population }: WorkflowDefinition, attributes: number, groups: number, label = 'G'): void {
  for (let k = 0; k < attributes; k++) {
    const categories = Array.from({ length: groups }, (_, g) => ({ id: `g${g}`, label, probability: 1 / groups }));
    population.attributes.push({ type: 'categorical', id: `more_${k}`, label: `More ${k}`, categories });
  }
  delete population.correlation;
}

describe('the size of what a definition produces', () => {
  it('The calibrated workflow with the largest summaries is accepted', () => {
    expect(pathsAfter('intercity-mode-choice', () => undefined)).toEqual([]);
  });

  it('Every workflow of the catalog is within the limits of shares, questions and version numbers', () => {
    expect(slugs.map((slug) => [slug, sizeIssues(read(slug))])).toEqual(slugs.map((slug) => [slug, []]));
  });

  it('A definition with more than 2,000 shares is rejected', () => {
    expect(pathsAfter('hiv-test-incentive', (it) => addGroups(it, 5, 250))).toContainEqual(
      expect.stringMatching(/^population\.attributes: expected at most 2000 shares/),
    );
  });

  it('A definition with a summary of more than 256 KiB is rejected, even if its groups are too rare for the sample', () => {
    const tooLarge = expect.stringMatching(/^decision: produces a summary of more than 256 KiB/) as string;
    expect(pathsAfter('hiv-test-incentive', (it) => addGroups(it, 4, 100, 'G'.repeat(120)))).toContainEqual(tooLarge);
    const rare = (definition: WorkflowDefinition) => {
      addGroups(definition, 2, 250, 'G'.repeat(120));
      for (const attribute of definition.population.attributes.slice(-2)) {
        if (!('categories' in attribute)) continue;
        const { categories } = attribute;
        categories.forEach((one, k) => (one.probability = k === 0 ? 1 - (categories.length - 1) * 1e-4 : 1e-4));
      }
    };
    expect(pathsAfter('hiv-test-incentive', rare)).toContainEqual(tooLarge);
  });

  it('A definition with a summary far above 256 KiB is rejected before anything is simulated', () => {
    const issues = pathsAfter('hiv-test-incentive', (definition) => {
      addGroups(definition, 4, 100, 'G'.repeat(120));
      // A simulation would find that the term is not a number.
      definition.decision.terms.find(({ id }) => id === 'constant')!.scale = 1e308;
    });
    expect(issues).toEqual([expect.stringMatching(/^decision: produces a summary of more than 256 KiB/)]);
  });

  it.each(['hiv-test-incentive', 'conservation-wtp', 'unemployment-duration', 'hybrid-corn-network'])(
    'The size of a summary of %s is estimated within a tenth',
    (slug) => {
      const definition = read(slug);
      const scenario = baselineScenario(definition);
      const { summary } = simulate({ definition, scenario, seed: 1, agentCount: 200, parameterDraws: 2 });
      const ratio = estimateSummaryBytes(definition) / summaryBytes(definition, summary);
      expect(ratio).toBeGreaterThan(0.9);
      expect(ratio).toBeLessThan(1.1);
    },
  );

  it('A definition with a transcript of more than 16 KiB at the limits of its parameters is rejected', () => {
    const issue = expect.stringMatching(/^narrative: produces a transcript of more than 16 KiB/) as string;
    const sentence = { text: '{parameter.letter} '.repeat(12) };
    expect(
      pathsAfter('gotv-social-pressure', ({ narrative, scenario }) => {
        const choice = scenario.parameters.find((one) => one.type === 'choice')!;
        if (choice.type === 'choice') choice.options.at(-1)!.phrase = 'p'.repeat(200);
        const text = sentence.text.replaceAll('letter', choice.id);
        narrative.situation.push(...Array.from({ length: 30 }, () => ({ text })));
      }),
    ).toEqual([issue]);
  });

  it('A workflow whose stated interval excludes an effect of its own experiment is not published', () => {
    const withObserved = (observed: number) =>
      pathsAfter('hiv-test-incentive', ({ evidence }) => {
        const own = { label: 'Voucher', parameter: 'incentive', option: '1', against: '0', outcome: 'came' };
        evidence.contrasts = [
          { ...own, observed, observed_standard_error: 0.02, stated: 0.45, interval: [0.36, 0.53] },
        ];
      });
    expect(withObserved(0.52)).toEqual([]);
    expect(withObserved(0.55)).toEqual([
      expect.stringMatching(/^evidence\.contrasts\.0: "Voucher": the data show .* 0\.55/),
    ]);
  });
});

/** A definition with choices whose options all have the words. */
function withOptions(choices: number, options: number, words: string): WorkflowDefinition {
  const definition = read('hiv-test-incentive');
  for (let choice = 0; choice < choices; choice++) {
    definition.scenario.parameters.push({
      id: `color_${choice}`,
      label: `Color ${choice}`,
      description: 'A color.',
      type: 'choice',
      default: 'option_0',
      options: Array.from({ length: options }, (_, option) => ({
        id: `option_${option}`,
        label: `${choice} ${option}`,
        phrase: `shade ${option}`,
        words: [words],
      })),
    });
  }
  return definition;
}

describe('the time to read questions about a definition', () => {
  it.each(slugs)('The names of %s need at most half of what is allowed', (slug) => {
    const definition = read(slug);
    expect(namesOf(definition).flat().join('').length).toBeLessThan(0.1 * maxNameCharacters);
    expect(Math.max(...sharedWords(definition).map(repeatedNames))).toBeLessThan(0.5 * maxRepeatedNames);
  });

  it('Two choices of ten options with the same word are accepted', () => {
    expect(readingIssues(withOptions(2, 10, 'red'))).toEqual([]);
  });

  it('A word that names hundreds of options is rejected, with the word and the number of its names', () => {
    const [issue, ...others] = readingIssues(withOptions(40, 10, 'red'));
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ path: 'scenario.parameters' });
    expect(issue!.message).toContain('The word “red” names 400 parameters, options and categories');
    expect(publicationIssues(withOptions(40, 10, 'red'))).toContainEqual(issue);
  });

  it('Names with too many characters are rejected before a question is read', () => {
    const long = 'crimson '.repeat(1_000).trim();
    expect(readingIssues(withOptions(6, 10, long))).toEqual([
      {
        path: 'scenario.parameters',
        message: expect.stringContaining(`at most ${maxNameCharacters} characters`) as string,
      },
    ]);
  });
});
