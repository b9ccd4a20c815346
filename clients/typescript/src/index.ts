export { type ClientOptions, SimulationService } from './client.js';
export * from './errors.js';
export { followEvents, type ServerSentEvent } from './events.js';
export type { components, operations, paths } from './generated/schema.js';
export { List, type Page } from './list.js';
export {
  type RequestOptions,
  type ResultView,
  RunCreation,
  type RunPath,
  type RunRecord,
  type RunRequest,
  Runs,
  type WaitOptions,
} from './runs.js';
export { type Agent, type Answer, type Reading, Simulations, type Summary } from './simulations.js';
export { createTransport, type TransportOptions } from './transport.js';
export { unwrap, type WebhookEvent, WebhookVerificationError } from './webhooks.js';
export { version } from './version.js';
