export interface Issue {
  /** Path in the document: keys and indexes joined by dots. Empty for the document itself. */
  path: string;
  message: string;
}

export type EngineErrorCode =
  | 'invalid_definition'
  | 'invalid_scenario'
  | 'invalid_spec'
  | 'invalid_data'
  | 'backtest_disagrees'
  | 'invalid_argument'
  | 'invalid_adjustment'
  | 'utility_not_finite'
  | 'mean_too_great'
  | 'no_alternative_available'
  | 'simulation_canceled';

/** Error class of the engine. `code` is stable; `meta` names the term, agent or path that caused the error. */
export class EngineError extends Error {
  constructor(
    readonly code: EngineErrorCode,
    message: string,
    readonly meta: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'EngineError';
  }
}

/** An invalid definition. `issues` lists all problems. */
export class DefinitionError extends EngineError {
  constructor(readonly issues: readonly Issue[]) {
    super('invalid_definition', issues.map((issue) => `${issue.path || '(root)'}: ${issue.message}`).join('\n'), {
      issues,
    });
    this.name = 'DefinitionError';
  }
}

/** Adjustments that do not fit the definition. The paths of the issues start at the request: `where.age`. */
export class AdjustmentError extends EngineError {
  constructor(readonly issues: readonly Issue[]) {
    super('invalid_adjustment', issues.map((issue) => `${issue.path}: ${issue.message}`).join('\n'), { issues });
    this.name = 'AdjustmentError';
  }
}
