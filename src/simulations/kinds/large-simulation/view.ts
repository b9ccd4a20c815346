import type { Reported, RunView } from '../../run.kind.js';
import type { SummaryRecord } from '../../summary.schema.js';
import { simulationView } from '../../view/simulation-view.js';
import type { BlocksPlan } from './execute-block.js';

/** Sections that `runView` adds for every kind, or that need the agents. */
const otherSections: readonly string[] = ['adjustments', 'reproduction'];

/** The content of the view of a simulation, except what needs its agents: examples of agents and indicators. */
export function largeSimulationView({
  definition,
  definitionDigest,
  engineVersion,
  run,
  result: summary,
}: Reported<BlocksPlan, SummaryRecord>): RunView {
  const { id, name, scenario, seed, agentCount } = run;
  const { headline, trust, limits, sections } = simulationView({
    ...{ id, name, definition, definitionDigest, engineVersion, scenario, seed, agentCount, summary },
    completedAt: run.completedAt ?? '',
    adjustments: run.adjustments,
    warnings: [...run.warnings],
    digest: run.digest ?? '',
    routedVia: null,
    agents: undefined,
    indicators: null,
    effects: null,
    compared: null,
    selection: null,
  });
  const changed = definition.scenario.parameters.filter((parameter) => scenario[parameter.id] !== parameter.default);
  return {
    headline: headline.text,
    varied: changed.map((parameter) => parameter.id),
    ...(headline.chart && { chart: headline.chart }),
    trust,
    limits,
    sections: sections.filter((section) => !otherSections.includes(section.id)),
  };
}
