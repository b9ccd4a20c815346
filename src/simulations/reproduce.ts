import { z } from 'zod';
import type { WorkflowDefinition } from '../../model/definition.js';
import { requestedAdjustments } from '../saved/adjustments/adjustment.schema.js';
import type { RegisteredKind } from './run.kind.js';
import type { RunRow } from './run.row.js';
import { uncertaintyOf } from './uncertainty.js';

export const reproduceSchema = z
  .strictObject({
    curl: z.string(),
    typescript: z.string(),
    python: z.string(),
    command_line: z.string(),
  })
  .meta({
    id: 'Reproduce',
    description:
      'Programs that create the same run again, with `SVC_URL` and `SVC_API_KEY` from the environment. The result is the same if the versions of the workflow and of the engine are the same.',
    examples: [
      {
        curl: 'curl "$SVC_URL/v1/simulations" …',
        typescript: "import { SimulationService } from 'simulation-service-client'; …",
        python: 'from simulation_service import SimulationService …',
        command_line: 'simulate run swissmetro-mode-choice train_cost_factor=0.8 --agents 1000 --seed 7',
      },
    ],
  });
export type Reproduce = z.infer<typeof reproduceSchema>;

export function reproduceOf(kind: RegisteredKind, row: RunRow, definition: WorkflowDefinition): Reproduce {
  const request = requestOf(kind, row, definition);
  const { path } = kind;
  const body = JSON.stringify(request, undefined, 2);
  return {
    curl: [
      `curl -s "$SVC_URL/v1/${path}" -H "Authorization: Bearer $SVC_API_KEY" -H 'Content-Type: application/json' \\`,
      `  -H 'Prefer: wait=30' -d ${shellQuoted(JSON.stringify(request))}`,
    ].join('\n'),
    typescript: [
      "import { SimulationService } from 'simulation-service-client';",
      '',
      'const client = new SimulationService();',
      `const run = await client.${camelCase(path)}.run(${body});`,
      'console.log(run.id);',
    ].join('\n'),
    python: [
      'from simulation_service import SimulationService',
      '',
      'client = SimulationService()',
      `run = ${creationOf(kind, row, definition)}`,
      'print(run.id)',
    ].join('\n'),
    command_line: commandOf(kind, request),
  };
}

export const creationOf = (kind: RegisteredKind, row: RunRow, definition: WorkflowDefinition): string =>
  `client.${kind.path.replace('-', '_')}.run(${pythonOf(requestOf(kind, row, definition))})`;

const camelCase = (path: string) => path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

type Request = Record<string, unknown>;

/** The request that has this plan. Values that are defaults are left out. */
function requestOf(kind: RegisteredKind, row: RunRow, definition: WorkflowDefinition): Request {
  const scenario = row.scenarioContext as Record<string, unknown>;
  const changed = definition.scenario.parameters.filter(
    ({ id, default: baseline }) => scenario[id] !== undefined && scenario[id] !== baseline,
  );
  const plan = kind.planOf(row);
  const { method, parameter_draws } = uncertaintyOf(row.parameterDraws);
  const fields: Request = {
    workflow_id: row.workflowId,
    scenario_context: Object.fromEntries(changed.map(({ id }) => [id, scenario[id]])),
    agent_count: row.agentCount,
    seed: Number(row.seed),
    ...(kind.requestOf?.(plan) ?? plan),
    ...requestedAdjustments((row.adjustments ?? {}) as object),
    uncertainty: method === 'draws' ? { method, parameter_draws } : undefined,
  };
  const known = kind.request instanceof z.ZodObject ? Object.keys(kind.request.shape) : [];
  return Object.fromEntries(known.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}

function commandOf({ name, path }: RegisteredKind, request: Request): string {
  const { workflow_id, scenario_context, agent_count, seed, ...others } = request;
  if (name !== 'simulation' || Object.keys(others).length > 0)
    return `simulate create ${path} ${shellQuoted(JSON.stringify(request))}`;
  const values = Object.entries(scenario_context as Request).map(([id, value]) =>
    shellQuoted(`${id}=${String(value)}`),
  );
  return ['simulate run', workflow_id, ...values, `--agents ${Number(agent_count)} --seed ${Number(seed)}`].join(' ');
}

const shellQuoted = (text: string): string =>
  /^[\w.=:/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** JSON as a literal of Python. */
function pythonOf(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => inner + pythonOf(item, inner))
    : Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${pythonOf(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return items.length === 0 ? open + close : `${open}\n${items.join(',\n')},\n${indent}${close}`;
}
