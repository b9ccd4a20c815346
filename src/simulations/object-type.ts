import { z } from 'zod';

/** The field by which programs recognize the type of a response that can have several types. */
export const objectType = <
  Name extends
    | 'simulation'
    | 'dry_run'
    | 'sweep'
    | 'sweep_dry_run'
    | 'goal'
    | 'goal_dry_run'
    | 'sensitivity'
    | 'sensitivity_dry_run'
    | 'calibration',
>(
  name: Name,
) => z.literal(name).meta({ description: 'Type of this object.' });
