// A kind of run in one file: one scenario with several seeds. Tests load it into the processes with `--import`.
import { z } from 'zod';
import { addKind } from '../../dist/src/simulations/kinds/index.js';
import { createSimulationSchema } from '../../dist/src/simulations/simulation.schema.js';
import { row, table } from '../../dist/src/simulations/view/blocks.js';
import { percent } from '../../dist/src/simulations/view/format-numbers.js';
import { number, tableOf, text } from '../../dist/src/simulations/tables/table.js';

const outcome = z.strictObject({ id: z.string(), label: z.string(), lowest: z.number(), highest: z.number() });

addKind({
  name: 'repetition',
  idPrefix: 'rep',
  path: 'repetitions',
  noun: 'repetition',
  plural: 'repetitions',
  tag: { name: 'Repetitions', description: 'Repetitions: one scenario with several seeds.' },
  texts: {
    create: 'Queues the same simulation with several seeds.',
    table: 'Returns one row for each outcome, with its lowest and highest share.',
    reducesTime: 'fewer agents',
    tableRow: { outcome: 'train', lowest: 0.19, highest: 0.22 },
  },
  hasIssues: true,
  request: z.strictObject({ ...createSimulationSchema.shape, seeds: z.array(z.int().min(0)).min(2).max(20) }),
  planned: { seeds: z.array(z.int()).meta({ description: 'Seeds of the simulations.', examples: [[1, 2]] }) },
  result: z.strictObject({ outcomes: z.array(outcome) }),
  plan: (_base, { seeds }) =>
    new Set(seeds).size === seeds.length ? { plan: { seeds } } : [{ path: 'seeds', message: 'must differ' }],
  work: {
    children: ({ scenario }, { seeds }) => seeds.map((seed) => ({ scenario, warnings: [], seed })),
    statusOf(counts, isCanceled) {
      if (isCanceled) return 'canceled';
      if (counts.failed > 0) return 'failed';
      if (counts.queued + counts.running === 0) return 'completed';
      return counts.running + counts.completed > 0 ? 'running' : 'queued';
    },
    combine(_plan, children) {
      const sharesOf = (k) => children.map(({ summary }) => summary.outcomes[k].share);
      const outcomes = children[0].summary.outcomes.map(({ id, label }, k) => {
        return { id, label, lowest: Math.min(...sharesOf(k)), highest: Math.max(...sharesOf(k)) };
      });
      return { outcomes };
    },
  },
  table: ({ result }) =>
    tableOf(result.outcomes, [
      text('outcome', ({ id }) => id),
      number('lowest', ({ lowest }) => lowest),
      number('highest', ({ highest }) => highest),
    ]),
  view({ result, plan }) {
    const rows = result.outcomes.map(({ label, lowest, highest }) => row(label, percent(lowest), percent(highest)));
    const shares = table('Shares', ['Outcome', 'Lowest', 'Highest'], rows);
    return {
      ...{ headline: `Shares with ${plan.seeds.length} seeds.`, varied: [] },
      sections: [{ id: 'shares', title: 'Shares', part: 'answer', blocks: [shares] }],
    };
  },
});
