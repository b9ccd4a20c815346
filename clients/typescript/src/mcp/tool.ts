import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { failure } from './answers.js';

interface ToolTexts {
  title: string;
  description: string;
  /** Whether the tool creates a run, which counts against the quota. */
  creates?: true;
}

/** Registers a tool whose errors are answers, so that a model reads them and can correct its call. */
export function tool<Shape extends z.ZodRawShape>(
  server: McpServer,
  name: string,
  { creates, ...texts }: ToolTexts,
  shape: Shape,
  call: (input: z.infer<z.ZodObject<Shape>>, context: ServerContext) => Promise<CallToolResult | InputRequiredResult>,
): void {
  const annotations = { readOnlyHint: !creates, destructiveHint: false, openWorldHint: false };
  const inputSchema = z.strictObject(shape);
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
export const agentCount = z
  .number()
  .int()
  .min(1)
  .max(1_000_000)
  .optional()
  .describe('Number of agents. Default: as the workflow recommends. More agents make intervals narrower.');
export const seed = z
  .number()
  .int()
  .min(0)
  .optional()
  .describe('Seed. The same request with the same seed has the same result.');
