import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { failure } from './answers.js';

interface ToolTexts {
  title: string;
  description: string;
  /** Whether the tool creates a run, which counts against the quota. */
  creates?: true;
  /** Whether the tool ends a run. */
  cancels?: true;
}

/** The message for arguments that a tool does not have: the one that is meant, or all of them. */
const unknownArguments =
  (known: readonly string[]): z.core.$ZodErrorMap =>
  (issue) => {
    if (issue.code !== 'unrecognized_keys') return undefined;
    return issue.keys
      .map((key) => {
        const part = key.toLowerCase().replaceAll(/[^a-z]|s$/g, '');
        const meant = part.length > 2 && known.find((name) => name.replaceAll('_', '').includes(part));
        return `${JSON.stringify(key)} is not an argument. ${meant ? `Did you mean "${meant}"?` : `Arguments: ${known.join(', ')}.`}`;
      })
      .join(' ');
  };

/** Some models write numbers and lists as texts, such as "300": an argument that is no text has the value that its text writes. */
function asWritten(shape: z.ZodRawShape, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const fits = (name: string, value: unknown) => z.safeParse(shape[name]!, value).success;
  const values = Object.entries(input).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string' || !Object.hasOwn(shape, name) || fits(name, value)) return [name, value];
    const written = jsonOf(value);
    return [name, fits(name, written) ? written : value];
  });
  return Object.fromEntries(values) as unknown;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Registers a tool whose errors are answers, so that a model reads them and can correct its call. */
export function tool<Shape extends z.ZodRawShape>(
  server: McpServer,
  name: string,
  { creates, cancels, ...texts }: ToolTexts,
  shape: Shape,
  call: (input: z.infer<z.ZodObject<Shape>>, context: ServerContext) => Promise<CallToolResult | InputRequiredResult>,
): void {
  const annotations = { readOnlyHint: !creates && !cancels, destructiveHint: cancels === true, openWorldHint: false };
  const strict = z.strictObject(shape, { error: unknownArguments(Object.keys(shape)) })['~standard'];
  const inputSchema = {
    '~standard': { ...strict, validate: (input: unknown) => strict.validate(asWritten(shape, input)) },
  };
  server.registerTool(name, { ...texts, annotations, inputSchema }, async (input, context) => {
    try {
      return await call(input, context);
    } catch (error) {
      return failure(error);
    }
  });
}

export const scenario = z
  .record(z.string().max(100), z.union([z.number(), z.string().max(200), z.boolean()]))
  .describe(
    'Values of parameters by id, such as {"swissmetro_cost_factor": 0.8}. get_evidence lists the parameters. Others keep their defaults.',
  );

export const workflowId = z.string().max(100).describe('Id of a workflow, as find_workflows returns it.');
/** @param ceiling agents that the plan permits */
export const agentCountUpTo = (ceiling: number) =>
  z
    .number()
    .int()
    .min(1)
    .max(ceiling)
    .optional()
    .describe(
      `Number of agents; the plan permits ${ceiling.toLocaleString('en-US')}. Default: as the workflow recommends. More agents make intervals narrower.`,
    );
export const seed = z
  .number()
  .int()
  .min(0)
  .optional()
  .describe('Seed. The same request with the same seed has the same result.');
