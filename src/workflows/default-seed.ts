/** Hexadecimal digits below 2^53. */
const digits = 13;

/** The seed of questions without one. Each version of a workflow has one, so that answers to different questions are comparable. */
export const defaultSeedOf = ({ digest }: { digest: string }): number => Number.parseInt(digest.slice(0, digits), 16);
