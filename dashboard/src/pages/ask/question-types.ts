import type { components, operations } from '../../api/generated/schema';

type AutoResponses = operations['autoSimulationsAsk']['responses'];
/** How the service read a question. */
export type Interpretation = AutoResponses[200]['content']['application/json']['meta'];
export type DryRunEstimate = components['schemas']['DryRun'] | components['schemas']['SweepDryRun'];
export type Alternative = Interpretation['alternatives'][number];
export type NotInterpreted = Interpretation['not_interpreted'][number];

export interface ReadyRequest {
  workflow_id: string;
  scenario_context: Record<string, number | string>;
}

/** `meta` of the error `question_incomplete`. */
export interface IncompleteMeta {
  workflow_id: string;
  workflow_name: string;
  confidence: number;
  kind: Interpretation['kind'];
  interpreted: Interpretation['interpreted'];
  not_interpreted: NotInterpreted[];
  requests: ReadyRequest[];
}
