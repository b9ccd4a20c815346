import { AppError } from '../../common/errors/app-error.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { readFigures } from '../../simulations/stored-summary.js';

/** Throws {@link AppError} `validation_error` if a completed simulation has no outcome, outcome group or measure with this id. */
export function requireFigure({ id, summary }: Pick<Simulation, 'id' | 'summary'>, figure: string): void {
  const { outcomes, outcome_groups: groups, measures } = readFigures(summary);
  const known = [...outcomes, ...groups, ...measures].map((own) => own.id);
  if (known.includes(figure)) return;
  const message = `${JSON.stringify(figure)} is not an outcome, outcome group or measure of ${id}. Known: ${known.join(', ')}`;
  throw AppError.validation([{ path: 'figure', message }]);
}
