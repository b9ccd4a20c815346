import type { components, operations } from '../../api/types';

type AutoResponses = operations['autoSimulationsAsk']['responses'];
/** How the service read a question. */
export type Interpretation = AutoResponses[200]['content']['application/json']['meta'];
export type DryRunEstimate = components['schemas']['DryRun'];
export type Alternative = Interpretation['routed_via']['alternatives'][number];
export type NotRead = Interpretation['not_read'][number];
export type Suggested = NonNullable<Interpretation['suggested']>;
