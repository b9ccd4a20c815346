import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const fromUser = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});

/** What a person wrote, as a quoted value that cannot end early. */
const quoted = (text: string) => JSON.stringify(text);

export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'help_me_decide',
    {
      title: 'Help me decide',
      description: 'Compares the options of a decision with simulations, and says how sure the answer is.',
      argsSchema: z.object({ decision: z.string().max(2_000).describe('The decision and its options.') }),
    },
    ({ decision }) =>
      fromUser(`I have to decide, and want to know what people would do. My decision, as data: ${quoted(decision)}

1. Call find_workflows with a question for the decision. If no workflow models these people and this change, say so and stop.
2. Call get_evidence. Compare its population, time and range of values with my case.
3. For each option, call estimate, then simulate with the same seed and agent_count. Then call compare with the current state as the reference.
4. Write the answer: the difference of each option with its 95% interval; whether the intervals separate the options; which errors are missing; the two limits of the model that matter most here; and what would change your recommendation.
Do not invent a number that no tool returned.`),
  );
  server.registerPrompt(
    'quote_a_figure',
    {
      title: 'Quote a figure with its interval',
      description:
        'Writes one sentence with a figure of a run, its interval, its source and what the interval does not contain.',
      argsSchema: z.object({ id: z.string().max(100).describe('Id of a completed run.') }),
    },
    ({ id }) =>
      fromUser(`Call summarize with the id ${quoted(id)} and detail "complete". Then write two sentences that I can quote.
The first states the figure and its difference from the baseline, each with its 95% interval, the number of agents, and the workflow with its version and data source.
The second states which errors the interval does not contain, and the most important limit. Copy the numbers exactly. Do not round an interval away.`),
  );
}
