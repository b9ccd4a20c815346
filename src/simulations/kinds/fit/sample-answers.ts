import type { ExpectedReading } from '../../../../model/authoring/assemble.js';
import { baselineScenario, resolveScenario, type WorkflowDefinition } from '../../../../model/definition.js';
import { simulate } from '../../../../model/simulate.js';
import { askedOutcome } from '../../../../questions/asked-outcome.js';
import { chooseHeadline, headlineOf } from '../../headline.js';
import { headlineTexts } from '../../view/headline-text.js';
import { referenceOf } from '../../view/scenario-changes.js';
import type { ViewInput } from '../../view/view-input.js';
import type { FitResult } from './result.schema.js';

const maxAnswers = 3;
const maxAgents = 5_000;
const seed = 1;

/** Simulates the answers to up to three questions, of different parameters if there are several. Without questions, of the baseline. */
export function sampleAnswers(
  definition: WorkflowDefinition,
  questions: readonly ExpectedReading[],
): FitResult['answers'] {
  const [baseline] = definition.routing.examples;
  const asked = questions.length > 0 ? questions : [{ question: baseline!, scenario: {} }];
  const parameterOf = ({ scenario }: ExpectedReading) => Object.keys(scenario).join();
  const firsts = asked.filter((one, at) => asked.findIndex((other) => parameterOf(other) === parameterOf(one)) === at);
  const ordered = [...firsts, ...asked.filter((one) => !firsts.includes(one))];
  return ordered.slice(0, maxAnswers).flatMap((one) => answerOf(definition, one) ?? []);
}

function answerOf(
  definition: WorkflowDefinition,
  { question, scenario: values }: ExpectedReading,
): FitResult['answers'][number] | undefined {
  const resolved = resolveScenario(definition, values);
  if (!resolved.ok) return undefined;
  const { scenario, warnings } = resolved;
  const agentCount = Math.min(definition.population.recommended_agent_count, maxAgents);
  const { summary, digest } = simulate({ definition, scenario, seed, agentCount });
  const request = { scenario, reference: baselineScenario(definition), asked: askedOutcome(definition, question, []) };
  const answered = { ...summary, headline: chooseHeadline(definition, request, summary) };
  const input: ViewInput = {
    ...{ id: '', name: null, completedAt: '', definition, definitionDigest: '', engineVersion: null },
    ...{ adjustments: null, scenario, warnings: [...warnings], seed, agentCount, digest, summary: answered },
    ...{ routedVia: null, agents: null, indicators: null, effects: null, compared: null, selection: null },
  };
  const [headline] = headlineTexts(input, referenceOf(input));
  const { kind, figure } = headlineOf(definition, answered);
  return {
    question,
    scenario_context: { ...values },
    headline: headline!,
    figure: figure.id,
    value: kind === 'share' ? figure.share : figure.mean,
    interval: figure.interval && [...figure.interval],
    difference: figure.difference,
    difference_interval: figure.difference_interval && [...figure.difference_interval],
  };
}
