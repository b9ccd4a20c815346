import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { baselineScenario } from '../model/definition.js';
import { parseDefinition, simulate } from '../model/simulate.js';
import { median, quantile, type Benchmark, type Figure } from './figures.js';
import { createAndPoll } from './create-and-poll.js';
import { withService, type BenchService } from './service.js';
import { budgetFigures, traceSimulation, type Budget } from './trace/simulation-budget.js';
import { TraceCollector } from './trace/trace-collector.js';

const workflowId = 'swissmetro-mode-choice';
const agentCounts = [1_000, 10_000] as const;
// A simulation has at most 10,000 agents in all plans.
const tracedAgentCounts = [100, 1_000, 10_000] as const;
const rounds = 50;
const tracedRounds = 20;

const agents = (count: number) => `${count.toLocaleString('en')} agents`;

/** Time from the create request to the poll that returns `completed`, one simulation at a time, and time of the engine alone. */
export const simulation: Benchmark = {
  name: 'simulation',
  about: `create → completed of ${agentCounts.map(agents).join(' and ')} on an idle queue, compared with the engine alone; --trace: by part`,
  run: ({ trace }) => (trace ? withCollector(traceAll) : withService(measureAll)),
};

async function measureAll(service: BenchService): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const agentCount of agentCounts) figures.push(...(await measure(service, agentCount)));
  return figures;
}

async function measure(service: BenchService, agentCount: number): Promise<Figure[]> {
  const alone = median(Array.from({ length: rounds }, (_, seed) => engineMs(seed, agentCount)));
  const whole: number[] = [];
  for (let round = 0; round < rounds; round++) whole.push(await serviceMs(service, agentCount));
  const against = `the engine alone, ${agents(agentCount)}`;
  return [
    { case: against, value: alone, unit: 'ms', against: null, ratio: null },
    ...([0.5, 0.95] as const).map((p) => {
      const value = quantile(whole, p);
      return { case: `created → completed, p${100 * p}`, value, unit: 'ms', against, ratio: value / alone };
    }),
  ];
}

const definition = parseDefinition(JSON.parse(readFileSync(join(projectFolder, `catalog/${workflowId}.json`), 'utf8')));

function engineMs(seed: number, agentCount: number): number {
  const startedAt = performance.now();
  simulate({ definition, scenario: baselineScenario(definition), seed, agentCount });
  return performance.now() - startedAt;
}

const serviceMs = ({ url, key }: BenchService, agentCount: number) =>
  createAndPoll(url, key, { workflow_id: workflowId, agent_count: agentCount });

async function withCollector(work: (service: BenchService, collector: TraceCollector) => Promise<Figure[]>) {
  const collector = await TraceCollector.start();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '500' };
  try {
    return await withService((service) => work(service, collector), settings);
  } finally {
    collector.stop();
  }
}

/** The first round of each agent count warms up and is not counted. */
async function traceAll(service: BenchService, collector: TraceCollector): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const agentCount of tracedAgentCounts) {
    const budgets: Budget[] = [];
    for (let round = 0; round <= tracedRounds; round++) {
      budgets.push(await traceSimulation(service, collector, { workflow_id: workflowId, agent_count: agentCount }));
    }
    figures.push(...budgetFigures(agents(agentCount), budgets.slice(1)));
  }
  return figures;
}
