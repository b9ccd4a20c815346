import { z } from 'zod';

/** The field by which programs recognize the type of a response that can have several types. */
export const objectType = <Name extends string>(name: Name) =>
  z.literal(name).meta({ description: 'Type of this object.' });
