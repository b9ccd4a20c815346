// cspell:ignore nobody (an option id)
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentsInteract, analyzeEffects, elasticitiesOf, hasWelfare, welfareOf } from '../../model/analyses.js';
import {
  baselineScenario,
  definitionDigest,
  ENGINE_VERSION,
  isBaselineScenario,
  resolveScenario,
  type WorkflowDefinition,
  numericParameters,
} from '../../model/definition.js';
import { parseDefinition, simulate } from '../../model/simulate.js';
import { toEffectsRecord } from '../../src/readings/effects/effects.record.js';
import { chooseHeadline } from '../../src/simulations/headline.js';
import { exampleAgents } from '../../src/simulations/view/example-agents.js';
import { projectFolder } from './operator.js';

/** One workflow of each family, with a scenario that changes outcomes. */
export const workflows: [string, Record<string, number | string>][] = [
  ['swissmetro-mode-choice', { train_cost_factor: 0.6 }],
  ['gotv-social-pressure', { mailing: 'neighbors' }],
  ['housing-satisfaction', { building: 'terrace' }],
  ['health-insurance-visits', { plan: 'individual_deductible' }],
  ['unemployment-duration', { benefit_claims: 'nobody' }],
  ['conservation-wtp', { price: 2 }],
  ['technology-adoption-bass', { technology: 'internet' }],
  ['repeated-pd-cooperation', { reward: 48 }],
];

/** Tests share inputs, which take most of their time. */
const inputs = new Map<string, ReturnType<typeof inputWith>>();

/** A completed simulation of a workflow of the catalog, with all that its view shows. @param change edits the definition */
export function inputOf(
  slug: string,
  context: Record<string, number | string>,
  change = (json: string) => json,
  agentCount = 200,
) {
  const json = change(readFileSync(join(projectFolder, `catalog/${slug}.json`), 'utf8'));
  const key = JSON.stringify([json, context, agentCount]);
  const input = inputs.get(key) ?? inputWith(parseDefinition(JSON.parse(json)), context, agentCount);
  inputs.set(key, input);
  return input;
}

export function inputWith(definition: WorkflowDefinition, context: Record<string, number | string>, agentCount = 200) {
  const resolved = resolveScenario(definition, context);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const { scenario, warnings } = resolved;
  const output = simulate({ definition, scenario, seed: 1, agentCount, parameterDraws: 5 });
  const { digest } = output;
  const request = { definition, scenario, seed: 1, columns: output.columns };
  const names = { simulation_id: 'sim_1', workflow_id: definition.workflow_id, where: {} };
  const parameters = numericParameters(definition.scenario.parameters);
  const rows = Int32Array.from({ length: agentCount }, (_, row) => row);
  const hasEffects = !agentsInteract(definition) && !isBaselineScenario(definition, scenario);
  const headline = chooseHeadline(
    definition,
    { scenario, reference: baselineScenario(definition), asked: null },
    output.summary,
  );
  const figures = [headline.outcome];
  const facts = { seed: 1, agentCount, engineVersion: ENGINE_VERSION, digest };
  const completedAt = '2026-11-20T12:00:00.000Z';
  return {
    id: 'sim_1',
    name: null,
    completedAt,
    definition,
    definitionDigest: definitionDigest(definition),
    scenario,
    warnings,
    summary: { ...output.summary, headline },
    routedVia: null,
    adjustments: null,
    agents: exampleAgents(definition, scenario, output, null, rows),
    effects: hasEffects ? toEffectsRecord(analyzeEffects(request, rows, false, figures)) : null,
    indicators: agentsInteract(definition)
      ? null
      : {
          elasticities: {
            ...{ ...names, group_by: null, ...elasticitiesOf(request) },
            parameters: parameters.map(({ id, label, unit, default: baseline_value }) => ({
              ...{ id, label, unit, baseline_value },
              value: Number(scenario[id]),
            })),
          },
          welfare: hasWelfare(definition) ? { ...names, ...welfareOf(request) } : null,
        },
    compared: null,
    selection: null,
    ...facts,
  };
}
