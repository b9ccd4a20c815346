// Replaces style sheets in component tests, which do not render styles.
export {};
