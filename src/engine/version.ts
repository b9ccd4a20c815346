/** Part of every manifest: a change of it says that the same inputs may give other numbers. */
export const ENGINE_VERSION = '1.2.0';
