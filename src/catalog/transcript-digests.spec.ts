import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentRenderer, baselineScenario, type Scenario, type WorkflowDefinition } from '../engine/index.js';
import { decideAgents } from '../engine/simulation/decide-agents.js';
import { withClasses, withRandomTastes } from '../engine/testing/mixed-definitions.js';
import { readWorkflow } from './testing/catalog-workflow.js';

type Digests = Record<string, Record<string, string>>;

const agentCount = 250;
const seed = 7;

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, 'golden/transcript-digests.json'), 'utf8'),
) as Digests;
const slugs = readdirSync(join(import.meta.dirname, 'specs')).map((file) => file.replace(/\.json$/, ''));
const swissmetro = readWorkflow('swissmetro-mode-choice');
const definitions: Record<string, WorkflowDefinition> = {
  ...Object.fromEntries(slugs.map((slug) => [slug, readWorkflow(slug)])),
  'individual coefficients': withRandomTastes(swissmetro),
  'latent classes': withClasses(swissmetro),
};

describe('Transcript digests', () => {
  it.each(Object.entries(definitions))(
    'The transcripts of %s have the same texts as before, under five scenarios',
    (name, definition) => {
      const digests = Object.entries(scenariosOf(definition)).map(([scenario, values]) => [
        scenario,
        digestOf(definition, values),
      ]);
      expect(Object.fromEntries(digests)).toEqual(recorded[name]);
    },
  );
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

function digestOf(definition: WorkflowDefinition, scenario: Scenario): string {
  const decided = decideAgents(definition, scenario, seed, agentCount);
  const render = agentRenderer(definition, scenario, decided, ['transcript']);
  const digest = createHash('sha256');
  for (let index = 0; index < agentCount; index++) digest.update(`${JSON.stringify(render(index).transcript)}\n`);
  return digest.digest('hex').slice(0, 16);
}
