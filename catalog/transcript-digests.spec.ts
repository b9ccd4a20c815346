import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, hasCategories, type Scenario, type WorkflowDefinition } from '../model/definition.js';
import { agentRenderer } from '../model/transcript.js';
import { decideAgents } from '../model/simulation/simulate-chunk.js';
import { withClasses, withRandomTastes } from '../model/testing/mixed-definitions.js';
import { sampleSize } from '../test/support/full-level.js';
import { readWorkflow } from './testing/catalog-workflow.js';
import { unfinishedIn } from './testing/transcript-properties.js';

/** For each workflow and scenario: the digest of the transcripts, and the number of different transcripts. */
type Digests = Record<string, Record<string, string>>;

const agentCount = sampleSize(100, 250);
const seed = 7;

const golden = JSON.parse(readFileSync(join(import.meta.dirname, 'golden/transcript-digests.json'), 'utf8')) as Record<
  number,
  Digests
>;
const slugs = readdirSync(join(import.meta.dirname, 'specs')).map((file) => file.replace(/\.yaml$/, ''));
const swissmetro = readWorkflow('../model/testing/linear-mode-choice');
const definitions: Record<string, WorkflowDefinition> = {
  ...Object.fromEntries(slugs.map((slug) => [slug, readWorkflow(slug)])),
  'individual coefficients': withRandomTastes(swissmetro),
  'latent classes': withClasses(swissmetro),
};

describe('Transcript digests', () => {
  it.each(Object.entries(definitions))(
    'The transcripts of %s are complete sentences with the same texts as before, under five scenarios',
    (name, definition) => {
      const unfinished = unfinishedIn(definition);
      const digests = Object.entries(scenariosOf(definition)).map(([scenario, values]) => {
        const texts = transcriptsOf(definition, values);
        expect(texts.filter((text) => unfinished.test(text))).toEqual([]);
        return [scenario, `${digestOf(texts)} ${new Set(texts).size}`];
      });
      expect(Object.fromEntries(digests)).toEqual(golden[agentCount]![name]);
    },
  );

  it.each(slugs)('No transcript of %s states another category than that of the agent', (slug) => {
    const definition = definitions[slug]!;
    const scenario = scenariosOf(definition).higher!;
    const decided = decideAgents(definition, scenario, seed, agentCount);
    const render = agentRenderer(definition, scenario, decided, ['transcript', 'attributes']);
    for (let agent = 0; agent < agentCount; agent++) {
      const { transcript, attributes } = render(agent);
      const text = transcript.join('\n');
      for (const attribute of definition.population.attributes.filter(hasCategories)) {
        const others = attribute.categories.filter(({ id, phrase }) => id !== attributes[attribute.id] && phrase);
        const pattern = (phrase: string) => phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
        const stated = others.filter(({ phrase }) => new RegExp(String.raw`\bI am ${pattern(phrase!)}\b`).test(text));
        expect(stated).toEqual([]);
      }
    }
  });
});

/** The baseline, and each number halfway to and at both ends of its range, with the first or last option of each choice. */
function scenariosOf(definition: WorkflowDefinition): Record<string, Scenario> {
  const toward = (end: 0 | 1, rangeOf: 'calibrated' | 'whole'): Scenario =>
    Object.fromEntries(
      definition.scenario.parameters.map((parameter): [string, string | number] => {
        if (parameter.type === 'choice') return [parameter.id, parameter.options.at(-end)!.id];
        if (rangeOf === 'whole') return [parameter.id, end === 1 ? parameter.maximum : parameter.minimum];
        const limit = parameter.calibrated_range[end];
        return [parameter.id, parameter.type === 'integer' ? limit : (parameter.default + limit) / 2];
      }),
    );
  return {
    baseline: baselineScenario(definition),
    lower: toward(0, 'calibrated'),
    higher: toward(1, 'calibrated'),
    minimum: toward(0, 'whole'),
    maximum: toward(1, 'whole'),
  };
}

function transcriptsOf(definition: WorkflowDefinition, scenario: Scenario): string[] {
  const decided = decideAgents(definition, scenario, seed, agentCount);
  const render = agentRenderer(definition, scenario, decided, ['transcript']);
  return Array.from({ length: agentCount }, (_, agent) => render(agent).transcript.join('\n'));
}

const digestOf = (texts: readonly string[]) =>
  createHash('sha256').update(texts.join('\n\n')).digest('hex').slice(0, 16);
