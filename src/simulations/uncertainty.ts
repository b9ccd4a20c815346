import { z } from 'zod';
import { AppError } from '../common/errors/app-error.js';
import { methodSchema } from '../../model/simulate.js';
import { count } from './schema-parts.js';

/** Coefficient draws of the method `draws` if the request specifies none. Runs of interacting agents cost more. */
const defaultDraws = { independent: 200, interacting: 50 };

const maxParameterDraws = 1_000;
const drawsRefused = 'expected 0 (no estimation error) or an integer from 2 to 1000';

/** The method of the intervals in a request. */
export const requestedUncertaintySchema = z
  .strictObject({
    method: methodSchema.optional(),
    parameter_draws: z
      .union([z.literal(0), z.int().min(2, drawsRefused).max(maxParameterDraws, drawsRefused)], drawsRefused)
      .optional()
      .meta({
        description:
          'Number of coefficient draws for the method `draws`: 0 (no estimation error), or 2 to 1,000. Default: 200, or 50 if agents interact. Without `method`, it selects `draws`.',
        examples: [200],
      }),
  })
  .refine(({ method, parameter_draws }) => method !== 'delta' || parameter_draws === undefined, {
    path: ['parameter_draws'],
    message: 'must be omitted with the method "delta", which uses no draws',
  })
  .meta({
    description:
      'Method of the intervals. `delta` is the default for independent agents: it uses analytic gradients. `draws` returns percentile intervals. Interacting agents always use `draws`, together with runs repeated with other random errors. The method changes intervals, never an agent.',
    examples: [{ method: 'draws', parameter_draws: 200 }],
  });
export type RequestedUncertainty = z.infer<typeof requestedUncertaintySchema>;

/** The method of a requested simulation. */
export const uncertaintyRecordSchema = z
  .strictObject({
    method: methodSchema,
    parameter_draws: count.nullable().meta({
      description: 'Number of coefficient draws; 0 for no estimation error. Null with the method `delta`.',
      examples: [null],
    }),
  })
  .meta({
    description: 'Method of the intervals. It never changes an agent.',
    examples: [{ method: 'delta', parameter_draws: null }],
  });
export type UncertaintyRecord = z.infer<typeof uncertaintyRecordSchema>;

/**
 * Returns the number of coefficient draws, or null for the delta method, the default of the engine for independent agents. Throws
 * {@link AppError} `validation_error` if the agents interact and the request selects the delta method.
 */
export function parameterDrawsOf(
  { method, parameter_draws }: RequestedUncertainty = {},
  interacting: boolean,
): number | null {
  if (interacting && method === 'delta') {
    const message =
      'the delta method needs independent agents, and the agents of this workflow interact: use "draws" or omit the method';
    throw AppError.validation([{ path: 'uncertainty.method', message }]);
  }
  if (parameter_draws !== undefined) return parameter_draws;
  if (interacting) return defaultDraws.interacting;
  return method === 'draws' ? defaultDraws.independent : null;
}

/** Returns the method for a stored number of draws. */
export function uncertaintyOf(parameterDraws: number | null): UncertaintyRecord {
  return { method: parameterDraws === null ? 'delta' : 'draws', parameter_draws: parameterDraws };
}
