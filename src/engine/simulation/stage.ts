/** The stages of a simulation, in their order. The stages `people` and `choices` repeat for each chunk of agents. */
export const stages = ['compile', 'people', 'choices', 'errors', 'summary', 'digest'] as const;

export type Stage = (typeof stages)[number];

/** Called at the end of each stage. The engine has no clock; the caller can measure the time between two calls. */
export type OnStage = (ended: Stage) => void;
