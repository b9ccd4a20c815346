import { useState } from 'react';
import type { components } from '../api/client';
import { Notice } from '../components/notice';
import { changedValues, parametersOf, type ParameterValues } from '../parameter-form/parameters';
import WhatIfPanel, { type Where } from '../what-if/what-if-panel';
import type { CaseStudy } from '../workflow/use-workflow';

export type SimulatorData = components['schemas']['Simulator'];

/** The panel for readers without an account. Parameters that they cannot change keep the values of the simulation. */
export default function Simulator({ data }: { data: SimulatorData }) {
  const { workflow, definition, parameters: allowed, scenario_context, seed, agent_count, parameter_draws } = data;
  const all = parametersOf(workflow);
  const fixed = all.flatMap(({ id }) => (allowed.includes(id) ? [] : [id]));
  const withFixed = (values: ParameterValues) => ({
    ...Object.fromEntries(Object.entries(scenario_context).filter(([id]) => fixed.includes(id))),
    ...Object.fromEntries(Object.entries(values).filter(([id]) => allowed.includes(id))),
  });
  const start = changedValues(all, scenario_context);
  const [values, setValues] = useState<ParameterValues>(start);
  const [where, setWhere] = useState<Where>({});
  const groups = Object.entries(where).filter(([, ids]) => ids.length > 0);
  const isWhole = groups.length === 0;
  const [digest, setDigest] = useState<string>();
  const isStart =
    isWhole && JSON.stringify(Object.entries(values).sort()) === JSON.stringify(Object.entries(start).sort());
  return (
    <>
      <WhatIfPanel
        // The panel needs the description of the workflow, and no evidence.
        workflow={{ ...workflow, attributes: attributesIn(data) } as CaseStudy}
        definition={definition}
        {...{ values, seed, fixed, where }}
        hasLink={false}
        onValues={(next) => setValues(withFixed(next))}
        onWhere={setWhere}
        agentCount={agent_count}
        parameterDraws={parameter_draws ?? undefined}
        adjustments={{ targetAgentCount: agent_count, ...(!isWhole && { where: Object.fromEntries(groups) }) }}
        figureId={workflow.headline_outcome}
        onDigest={setDigest}
      />
      {isStart && digest !== undefined && data.digest !== null && <Check browser={digest} service={data.digest} />}
    </>
  );
}

/** Attributes by which the agents differ: a simulation of a segment has no agents of other groups. */
function attributesIn({ workflow, definition }: SimulatorData): SimulatorData['workflow']['attributes'] {
  const conditions = definition.population.restriction?.conditions ?? [];
  const isLeft = (attribute: string, group: string) =>
    conditions.every((one) => one.attribute !== attribute || one.groups.includes(group));
  return workflow.attributes
    .map((own) => ({ ...own, groups: own.groups.filter(({ id }) => isLeft(own.id, id)) }))
    .filter(({ groups }) => groups.length > 1);
}

/** States whether the browser computes the numbers of the report. */
function Check({ browser, service }: { browser: string; service: string }) {
  if (browser === service)
    return <p className="muted small">This browser computed the result of the service: both have the same digest.</p>;
  return (
    <Notice kind="bad" title="Service and browser computed different results">
      <p>
        The numbers of the panel are not those of the report. Digest of the service: <code>{service}</code>. Digest of
        this browser: <code>{browser}</code>.
      </p>
    </Notice>
  );
}
