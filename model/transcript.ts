// Agents of finished simulations with their transcripts, and the wording of transcripts.
export {
  type AgentField,
  agentFields,
  agentId,
  agentRenderer,
  longestTranscriptBytes,
  type RenderedAgent,
} from './simulation/render-agent.js';
export { checkWording, sampleTranscripts } from './simulation/wording/check-wording.js';
export { maxTranscriptBytes, textIssues } from './transcript/text-limits.js';
export { displayDifference, displayQuantity } from './transcript/quantity.js';
