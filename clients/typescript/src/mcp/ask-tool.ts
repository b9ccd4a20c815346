import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SimulationService } from '../client.js';
import { errorText } from '../error-text.js';
import { ApiError } from '../errors.js';
import type { Reading } from '../simulations.js';
import { answer, runAnswer } from './answers.js';
import { markdownText, oneLine } from './markdown.js';
import { agentCountUpTo, scenario, seed, tool, workflowId } from './tool.js';

const inputOf = (agentCountCeiling: number) => ({
  question: z.string().min(1).max(2_000).describe('One question in English about what people do after a change.'),
  workflow_id: workflowId
    .optional()
    .describe('Workflow that must answer. Default: the one that matches the question best.'),
  overrides: scenario.optional().describe('Values of parameters that replace what the question says.'),
  agent_count: agentCountUpTo(agentCountCeiling),
  seed,
  if_unclear: z
    .enum(['ask', 'run'])
    .default('ask')
    .describe(
      'ask: values that the question does not state are asked for. run: they are assumed, and the answer says so.',
    ),
});
type Input = z.infer<z.ZodObject<ReturnType<typeof inputOf>>>;

/** Requests that a question may mean, when it is not clear. */
interface Choices {
  reason: string;
  details: Record<string, unknown>;
  candidates: { id: string; label: string; use: Partial<Input> }[];
}

const choice = 'choice';
const choiceSchema = z.object({ [choice]: z.string().max(200) });

export function registerAsk(server: McpServer, client: SimulationService, agentCountCeiling: number): void {
  tool(
    server,
    'ask',
    {
      title: 'Ask a question',
      description:
        'Answers a question such as “How many travelers would take the train if it cost 20% less?” with the workflow that models it. Costs one simulation for each scenario in the question. If the workflow or a value is unclear, nothing is run and the candidates are returned.',
      creates: true,
    },
    inputOf(agentCountCeiling),
    async (asked, context) => {
      const chosen = acceptedContent(context.mcpReq.inputResponses, choice, choiceSchema)?.[choice];
      const choices = await choicesOf(client, asked);
      if (!choices) return run(client, asked, context);
      const candidate = choices.candidates.find(({ id }) => id === chosen);
      if (candidate) return run(client, { ...asked, ...candidate.use, if_unclear: 'run' }, context);
      const response = inputResponse(context.mcpReq.inputResponses, choice);
      const isRefused = response.kind === 'elicit' && response.action !== 'accept';
      return isRefused || !canElicit(server, context) ? toModel(choices) : toUser(choices);
    },
  );
}

async function run(
  client: SimulationService,
  { if_unclear: _, ...asked }: Input,
  { mcpReq: { signal } }: ServerContext,
) {
  const { question, ...options } = asked;
  const { simulation, reading } = await client.simulations.createFromQuestion(question, {
    ...defined(options),
    waitSeconds: 20,
    signal,
  });
  const { workflow_id, workflow_name, confidence } = reading.routed_via;
  return answer({
    // The first line: what the answer lacks.
    coverage: reading.coverage,
    warnings: reading.warnings,
    answered_by: { workflow_id, workflow_name, confidence },
    interpreted: reading.interpreted,
    not_read: reading.not_read.map(({ words, reason, nearest }) => ({ words, reason, nearest })),
    ...(await runAnswer(client, simulation)),
    ...(reading.also.length > 0 && {
      also: await Promise.all(reading.also.map((one) => comparedWith(client, simulation.id, one))),
    }),
    ...(reading.suggested && { suggested: reading.suggested }),
  });
}

/** Another simulation of a question, with what its comparison with the first one shows. */
async function comparedWith(client: SimulationService, first: string, { id, words, values }: Reading['also'][number]) {
  try {
    const { headline } = await client.simulations.view(id!, { compareWith: first });
    return { id, words, values, headline: headline.text };
  } catch (error) {
    // One of the two is not completed.
    if (error instanceof ApiError && error.status === 409) return { id, words, values };
    throw error;
  }
}

/** What must be decided before the question is run; undefined if nothing must. */
async function choicesOf(client: SimulationService, asked: Input): Promise<Choices | undefined> {
  const { question, if_unclear, ...options } = asked;
  try {
    const { reading } = await client.simulations.dryRunOfQuestion(question, {
      ...defined(options),
      if_unread: if_unclear,
    });
    const assumed = reading.interpreted.filter(({ source }) => source === 'assumed');
    return if_unclear === 'run' || assumed.length === 0 ? undefined : assumedChoices(reading, asked);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'routing_low_confidence') return workflowChoices(error, asked);
    if (error.code === 'question_incomplete') return unreadChoices(error, asked);
    throw error;
  }
}

function workflowChoices({ message, meta }: ApiError, { overrides }: Input): Choices {
  const alternatives = meta['alternatives'] as Reading['routed_via']['alternatives'];
  return {
    reason: errorText(message),
    details: { unclear: 'workflow' },
    candidates: alternatives.slice(0, 3).map(({ workflow_id, name, why, request }) => ({
      id: workflow_id,
      label: `${name}: ${why}`,
      use: { workflow_id, overrides: { ...(request.scenario_context as Input['overrides']), ...overrides } },
    })),
  };
}

function unreadChoices({ meta }: ApiError, { overrides }: Input): Choices {
  const { workflow_id, workflow_name, not_read, requests } = meta as unknown as {
    workflow_id: string;
    workflow_name: string;
    not_read: Reading['not_read'];
    requests: { scenario_context: NonNullable<Input['overrides']> }[];
  };
  return {
    reason: `The workflow “${workflow_name}” does not use these words: ${not_read.map(({ words }) => `“${words}”`).join(', ')}.`,
    details: {
      unclear: 'words',
      workflow_id,
      not_read: not_read.map(({ words, reason, parameters }) => ({ words, reason, parameters })),
    },
    candidates: requests.map(({ scenario_context }, k) => ({
      id: String(k + 1),
      label: `Run ${scenarioText(scenario_context)}, without these words`,
      use: { workflow_id, overrides: { ...scenario_context, ...overrides } },
    })),
  };
}

function assumedChoices({ routed_via, interpreted, warnings }: Reading, { overrides }: Input): Choices {
  const values = Object.fromEntries(interpreted.map(({ parameter, value }) => [parameter, value]));
  return {
    reason: `The question states no amount. ${warnings.join(' ')}`,
    details: { unclear: 'amount', workflow_id: routed_via.workflow_id, interpreted },
    candidates: [
      {
        id: 'assumed',
        label: `Run ${scenarioText(values)}`,
        use: { workflow_id: routed_via.workflow_id, overrides: { ...values, ...overrides } },
      },
    ],
  };
}

const scenarioText = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${String(value)}`)
    .join(', ') || 'the baseline';

/** Servers of the protocol before 2026-07-28 without a session do not know what a client can do. */
function canElicit(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] as { elicitation?: object } | undefined;
  return (declared ?? server.server.getClientCapabilities())?.elicitation !== undefined;
}

const toUser = ({ reason, candidates }: Choices): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [choice]: inputRequired.elicit({
        message: `${markdownText(reason)} What should be run?`,
        requestedSchema: {
          type: 'object',
          properties: {
            [choice]: {
              type: 'string',
              title: 'Request',
              oneOf: candidates.map(({ id, label }) => ({ const: id, title: oneLine(label).slice(0, 300) })),
            },
          },
          required: [choice],
        },
      }),
    },
  });

/** The same for clients that cannot ask a person: the model chooses, or asks by itself. */
const toModel = ({ reason, details, candidates }: Choices): CallToolResult =>
  answer({
    status: 'input_required',
    reason,
    ...details,
    candidates: candidates.map(({ label, use }) => ({ label, arguments: { ...use, if_unclear: 'run' } })),
    next: 'Nothing was run. Call ask again with the arguments of a candidate, with overrides for the values, or with another question. If the person did not state a value, ask for it.',
  });

const defined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value;
