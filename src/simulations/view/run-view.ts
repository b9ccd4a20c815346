import { baselineScenario } from '../../../model/definition.js';
import { changeText, scenarioText } from '../result-words.js';
import type { Reported, RunKind } from '../run.kind.js';
import { associatedParameters, associationsNote, associationTexts } from './headline-text.js';
import { facts, text, section } from './blocks.js';
import { agentsText, capitalized, listOf } from './format-numbers.js';
import { adjustmentsSection } from './sections/adjustments.section.js';
import { dataText } from './held-out-population.js';
import type { Section, View } from './view.schema.js';

/**
 * Describes the result of a run of any kind except simulations, see `simulation-view.ts`.
 *
 * @param shared the form for third parties; by default, the view is for the organization of the run
 */
export function runView(kind: RunKind, reported: Reported<object, object>, shared?: RunKind['shared']): View {
  if (!kind.view) throw new Error(`another view shows a ${kind.noun}`);
  const { definition, run } = reported;
  const {
    headline,
    varied,
    chart = null,
    trust: ownTrust,
    limits: ownLimits,
    sections: [first, ...others],
  } = kind.view(reported);
  const adjustments = adjustmentsSection({ definition, adjustments: run.adjustments }, kind.noun);
  const sections = [first, adjustments, ...others, reproductionSection(kind, reported, shared)];
  const { data, limits } = definition.evidence;
  const title = run.name ?? definition.name;
  const changed = definition.scenario.parameters.filter(({ id }) => varied.includes(id));
  const note = associatedParameters(definition, changed).length > 0 ? associationsNote : '';
  const outside = run.warnings.map(
    ({ parameter }) => `“${definition.scenario.parameters.find(({ id }) => id === parameter)?.label ?? parameter}”`,
  );
  return {
    title,
    facts: [
      ...(title === definition.name ? [] : [definition.name]),
      ...(kind.fromDataset ? [] : [agentsText(run.agentCount)]),
      run.workflow,
      ...(run.completedAt ? [run.completedAt.slice(0, 10)] : []),
    ],
    question: null,
    scenario: [],
    headline: {
      text: `${premiseOf(reported, varied)}${headline}${note}`,
      value: null,
      interval: null,
      figure: null,
      figures: [],
      others: [],
      chart,
    },
    trust: ownTrust
      ? [...ownTrust]
      : [
          ...(outside.length > 0
            ? [
                `The data contain no such values of ${listOf([...new Set(outside)])}, so the result is an extrapolation.`,
              ]
            : []),
          ...associationTexts(definition, changed),
          dataText(data),
        ],
    limits: ownLimits ? [...ownLimits] : limits,
    sections: sections.filter((section) => section !== undefined),
  };
}

/** The values that the run does not vary, if they differ from the baseline: `With Train fare 20% lower: `. */
function premiseOf({ definition, run }: Reported<object, object>, varied: readonly string[]): string {
  const baseline = baselineScenario(definition);
  const changed = definition.scenario.parameters.filter(
    ({ id }) => !varied.includes(id) && run.scenario[id] !== undefined && run.scenario[id] !== baseline[id],
  );
  if (changed.length === 0) return '';
  const changes = changed.map((one) => changeText(one, run.scenario[one.id]));
  return `With ${scenarioText({ assumed: [], changes, unused: [] })}: `;
}

function reproductionSection(
  { noun, fromDataset }: RunKind,
  { run, plan, ...reported }: Reported<object, object>,
  shared: RunKind['shared'],
): Section {
  const { result, definitionDigest, engineVersion } = reported;
  const known = facts(
    [
      [capitalized(noun), run.id],
      ['Workflow', run.workflow],
      ['Definition', definitionDigest],
      ['Engine', engineVersion ?? 'not recorded'],
      ['Seed', fromDataset ? undefined : String(run.seed)],
      ['Agents', fromDataset ? undefined : String(run.agentCount)],
      ['Evaluations', 'evaluations' in result ? String(result.evaluations) : undefined],
      ['Request', JSON.stringify(shared ? { ...shared.of({ ...plan, result: null }), result: undefined } : plan)],
      ['Result', run.digest],
    ],
    true,
  );
  const manifest = text(`GET /v1/runs/${run.id}/manifest returns the complete definition and the request.`);
  return section(
    { id: 'reproduction', title: 'Reproduction', part: 'reproduction' },
    ...(shared ? [text(shared.note)] : [manifest]),
    known,
  );
}
