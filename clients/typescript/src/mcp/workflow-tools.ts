import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SimulationService, WorkflowDetails } from '../client.js';
import { ApiError } from '../errors.js';
import { answer, pick } from './answers.js';
import { tool, workflowId } from './tool.js';

interface Parameter {
  type: string;
  title: string;
  description?: string;
  default?: unknown;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  'x-unit'?: string;
  'x-calibrated-range'?: number[];
  'x-labels'?: Record<string, string>;
}

const parametersOf = ({ scenario_schema }: WorkflowDetails) =>
  Object.entries(scenario_schema.properties as Record<string, Parameter>);

export function registerWorkflowTools(server: McpServer, client: SimulationService): void {
  tool(
    server,
    'find_workflows',
    {
      title: 'Find workflows',
      description:
        'Lists the calibrated models that can answer a question, best first, or all of them. Nothing is run.',
    },
    {
      question: z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .describe('Question in English. Without it, all workflows are listed.'),
    },
    async ({ question }) => {
      const workflows = await client.workflows().toArray(200);
      const listed = workflows.map(({ workflow_id, name, summary, domain, evidence, data_origin }) => ({
        workflow_id,
        name,
        summary,
        domain,
        data: evidence.kind,
        data_origin,
        respondents: evidence.respondents,
      }));
      if (question === undefined) return answer({ workflows: listed });
      const { floor, matches } = await matchesOf(client, question);
      const found = matches.flatMap(({ workflow_id, confidence }) => {
        const workflow = listed.find((one) => one.workflow_id === workflow_id);
        return workflow ? [{ ...workflow, confidence }] : [];
      });
      return answer({
        ...(floor !== undefined && {
          note: `No workflow matches with enough confidence (${floor}). These are the closest; they may not model the question.`,
        }),
        workflows: found,
      });
    },
  );
  tool(
    server,
    'get_evidence',
    {
      title: 'Get the evidence of a workflow',
      description:
        'Returns what a workflow models, its parameters with the ranges in the data, its outcomes and groups, its data source, how well it predicts data that were not used for fitting, and its limits.',
    },
    { workflow_id: workflowId },
    async ({ workflow_id }) => answer(evidenceOf(await client.workflow(workflow_id))),
  );
}

interface Match {
  workflow_id: string;
  confidence: number;
}

/** The workflows to which a question can be routed. */
async function matchesOf(client: SimulationService, question: string): Promise<{ floor?: number; matches: Match[] }> {
  try {
    const { routed_via } = (await client.simulations.dryRunOfQuestion(question)).reading;
    return {
      matches: [routed_via, ...routed_via.alternatives].filter(
        (match) => match === routed_via || match.confidence >= 0.01,
      ),
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'routing_low_confidence') throw error;
    const { alternatives, routing_floor } = error.meta as unknown as { alternatives: Match[]; routing_floor: number };
    return { floor: routing_floor, matches: alternatives };
  }
}

/** What a model needs to decide whether a workflow answers a question, and to write a scenario. */
export function evidenceOf(workflow: WorkflowDetails): Record<string, unknown> {
  const { evidence, outcomes, measures, attributes, agents_interact } = workflow;
  const { data, hold_out, limits, calibrated_on } = evidence;
  return {
    ...pick(workflow, 'workflow_id', 'version', 'name', 'summary', 'family'),
    ...(agents_interact && { agents_interact }),
    parameters: parametersOf(workflow).map(([id, parameter]) => ({
      id,
      title: parameter.title,
      description: parameter.description,
      default: parameter.default,
      unit: parameter['x-unit'],
      range_in_data: parameter['x-calibrated-range'],
      minimum: parameter.minimum,
      maximum: parameter.maximum,
      options: parameter.enum?.map((option) => ({ id: option, label: parameter['x-labels']?.[option] })),
    })),
    outcomes: outcomes.map((outcome) => pick(outcome, 'id', 'label')),
    measures,
    groups: attributes.map(({ id, label, groups }) => ({
      attribute: id,
      label,
      groups: groups.map((group) => group.id),
    })),
    data: pick(data, 'title', 'citation', 'collected', 'sample', 'respondents', 'kind', 'causal'),
    held_out: {
      ...pick(hold_out, 'respondents', 'scores', 'outcomes', 'measures'),
      effects: hold_out.effects?.map((effect) =>
        pick(effect, 'label', 'outcome', 'measure', 'observed', 'observed_standard_error', 'predicted'),
      ),
    },
    limits,
    calibrated_on,
  };
}
