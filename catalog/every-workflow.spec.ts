import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillDraft, recordOf, recordsOf } from '../model/authoring/recipe/fill-draft.js';
import type { DraftDefinition } from '../model/authoring/recipe/recipe.schema.js';
import { parseRecipe } from '../model/authoring/recipe/parse-recipe.js';
import type { WorkflowDefinition } from '../model/definition.js';
import { parseDefinition } from '../model/simulate.js';
import { compilePopulation } from '../model/population/compile-population.js';
import { samplePopulation } from '../model/population/sample-population.js';
import { streamKey } from '../model/random/stream-key.js';
import { expandedCatalogSpec } from '../test/support/calibration/catalog-spec.js';
import { sampleSize } from '../test/support/full-level.js';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
const read = (file: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')));

/** The draft of a spec, with the values that calibration computed for the definition. */
function withCalibratedValues(
  draft: DraftDefinition,
  { decision, population, evidence, scenario }: WorkflowDefinition,
) {
  const { attributes, joint, correlation, recommended_agent_count, recommended_agent_count_reason } = population;
  const margins = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  const drafted = recordsOf(recordOf(draft.population).attributes).map(({ categories, ...attribute }) => {
    const own = margins.get(String(attribute.id))!;
    const probabilities = 'categories' in own ? own.categories.map(({ probability }) => ({ probability })) : [];
    return 'quantiles' in own
      ? { quantiles: own.quantiles, ...attribute }
      : {
          ...(own.latent_order && { latent_order: own.latent_order }),
          ...attribute,
          categories: recordsOf(categories).map((one, k) => ({ ...probabilities[k], ...one })),
        };
  });
  const drafts = recordOf(draft.decision);
  const { network } = recordOf(recordOf(decision).process);
  const authored = new Set(
    recordsOf(recordOf(draft.scenario).parameters).flatMap(({ id, calibrated_range }) =>
      calibrated_range ? [id] : [],
    ),
  );
  return parseDefinition(
    fillDraft(draft, {
      estimates: new Map(decision.coefficients.map(({ id, estimate }) => [id, estimate])),
      ...(network !== undefined && { decision: { ...drafts, process: { ...recordOf(drafts.process), network } } }),
      population: {
        attributes: drafted as unknown as typeof attributes,
        ...(joint && { joint }),
        ...(correlation && { correlation }),
        recommended_agent_count,
        recommended_agent_count_reason,
      },
      evidence: {
        ...evidence,
        data: { ...evidence.data, ...draft.evidence.data },
        split: { ...evidence.split, ...draft.evidence.split },
        limits: draft.evidence.limits,
        calibrated_on: draft.evidence.calibrated_on ?? evidence.calibrated_on,
      },
      ranges: new Map(
        scenario.parameters.flatMap((parameter) =>
          parameter.type === 'choice' || authored.has(parameter.id) ? [] : [[parameter.id, parameter.calibrated_range]],
        ),
      ),
    }),
  );
}

const agents = sampleSize(10_000, 40_000);

describe.each(files)('the workflow of %s', (file) => {
  const definition = read(file);

  it('The workflow id equals the file name', () => {
    expect(`${definition.workflow_id}.json`).toBe(file);
  });

  it('The spec of the workflow expands to the definition, up to the values that calibration computes', () => {
    const { draft } = parseRecipe(expandedCatalogSpec(definition.workflow_id));
    const expanded = withCalibratedValues(draft, definition);
    expect(expanded).toEqual(definition);
    // The order of keys too, so that both make the same file.
    expect(JSON.stringify(expanded) === JSON.stringify(definition)).toBe(true);
  });

  it('The workflow has at least 12 examples and 8 counterexamples, without duplicates', () => {
    const { examples, not_for: others } = definition.routing;
    expect(examples.length).toBeGreaterThanOrEqual(12);
    expect(others.length).toBeGreaterThanOrEqual(8);
    expect(new Set([...examples, ...others]).size).toBe(examples.length + others.length);
  });

  it('Drawn agents have the margins of the data', () => {
    const { attributes } = definition.population;
    const people = samplePopulation(compilePopulation(definition.population), streamKey(1, file), 0, agents);
    attributes.forEach((attribute, position) => {
      const { values } = people.columns[position]!;
      if ('categories' in attribute) {
        const found = attribute.categories.map(() => 0);
        for (const code of values) found[code]! += 1 / agents;
        const distances = attribute.categories.map(({ probability }, code) => Math.abs(probability - found[code]!));
        // Total variation of a sample: it falls with the root of its size.
        expect(distances.reduce((sum, distance) => sum + distance, 0) / 2).toBeLessThan(2 / Math.sqrt(agents));
      } else {
        const sorted = Float64Array.from(values).sort();
        const { probabilities, values: quantiles } = attribute.quantiles;
        const below = probabilities.findIndex((probability) => probability >= 0.5);
        const median = sorted[agents / 2]!;
        expect(sorted[0]).toBeGreaterThanOrEqual(quantiles[0]!);
        expect(sorted.at(-1)).toBeLessThanOrEqual(quantiles.at(-1)!);
        expect(median).toBeGreaterThanOrEqual(quantiles[Math.max(0, below - 2)]!);
        expect(median).toBeLessThanOrEqual(quantiles[Math.min(below + 1, quantiles.length - 1)]!);
      }
    });
  });
});

describe('the catalog', () => {
  it('No example question belongs to two workflows', () => {
    const questions = files.flatMap((file) => read(file).routing.examples);
    expect(new Set(questions).size).toBe(questions.length);
  });
});
