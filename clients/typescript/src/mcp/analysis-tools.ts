import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SimulationService } from '../client.js';
import type { Comparisons } from '../simulations.js';
import { answer, pick, simulationId } from './answers.js';
import { tool } from './tool.js';

export function registerAnalysisTools(server: McpServer, client: SimulationService): void {
  tool(
    server,
    'compare',
    {
      title: 'Compare simulations',
      description:
        'Compares completed simulations of one workflow with the first one, agent by agent: each figure, its difference and both 95% intervals.',
    },
    { ids: z.array(simulationId).min(2).max(5).describe('The reference first.') },
    async ({ ids }) => {
      const { workflow_id, reference, comparisons } = await client.simulations.compare(ids);
      return answer({
        workflow_id,
        reference,
        comparisons: comparisons.map((one) => ({
          ...pick(one, 'simulation_id', 'name', 'parameters'),
          shares: [...one.outcomes, ...one.outcome_groups].map(figureOf),
          measures: one.measures.map((measure) => rounded(measure)),
        })),
      });
    },
  );
  tool(
    server,
    'explain_agent',
    {
      title: 'Explain one agent',
      description:
        'Returns one agent of a completed simulation: attributes, outcome, probabilities, and a transcript of the reasons that the model computes. The transcript is not a quote of a person.',
    },
    { id: simulationId, index: z.number().int().min(0).max(999_999).describe('Position of the agent, from 0.') },
    async ({ id, index }) => {
      const { data } = await client.api.GET('/v1/simulations/{id}/results/agents/{index}', {
        params: { path: { id, index } },
      });
      const agent = data!.data;
      return answer({
        index,
        ...pick(agent, 'attributes', 'outcome', 'baseline_outcome'),
        probabilities: rounded(agent.probabilities ?? {}),
        ...pick(agent, 'measures', 'transcript'),
      });
    },
  );
}

type Figure = Comparisons['comparisons'][number]['outcomes'][number];

const missingParts = (errors: Record<string, number | null>) =>
  Object.keys(errors).filter((part) => errors[part] === null);

/** A share with its interval, and the parts of the error that the intervals do not contain. */
function figureOf(figure: Figure) {
  const [missing, missingInDifference] = [missingParts(figure.errors), missingParts(figure.difference_errors)];
  return {
    ...rounded(pick(figure, 'id', 'label', 'share', 'interval')),
    ...rounded(pick(figure, 'reference_share', 'reference_interval', 'difference', 'difference_interval')),
    ...(missing.length > 0 && { errors_missing_in_interval: missing }),
    ...(missingInDifference.length > 0 && { errors_missing_in_difference_interval: missingInDifference }),
  };
}

/** Four digits are finer than the error of every figure. */
function rounded<Value>(value: Value): Value {
  if (typeof value === 'number') return Number(value.toPrecision(4)) as Value;
  if (Array.isArray(value)) return value.map(rounded) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rounded(one as unknown)])) as Value;
}
