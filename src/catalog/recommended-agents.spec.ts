import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, parseDefinition, simulate } from '../engine/index.js';
import { familyOf } from '../engine/families/family-of.js';

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'));
const definitionIn = (file: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')));

/** Random differences of a half width between seeds; runs of interacting agents vary more. */
const tolerance = { independent: 0.1, interacting: 0.35 };

describe('Recommended number of agents', () => {
  it.each(files)('The interval in the reason of %s is the interval that a simulation with this number answers', (file) => {
    const definition = definitionIn(file);
    const { recommended_agent_count: agentCount, recommended_agent_count_reason: reason } = definition.population;
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 2, agentCount });
    const figures = [...summary.outcomes, ...summary.outcome_groups, ...summary.measures];
    const headline = figures.find(({ id }) => id === definition.headline_outcome)!;
    const scale = 'share' in headline ? 100 : 1;
    const halfWidth = (scale * (headline.interval![1] - headline.interval![0])) / 2;
    const stated = Number(/ at the baseline is ±([\d.]+)/.exec(reason)![1]);
    const allowed = familyOf(definition.decision).interacting ? tolerance.interacting : tolerance.independent;
    expect(reason).toContain(`With ${agentCount.toLocaleString('en-US')} agents`);
    expect(reason).toContain(`“${headline.label}”`);
    expect(Math.abs(stated - halfWidth)).toBeLessThan(allowed * halfWidth);
  });
});
