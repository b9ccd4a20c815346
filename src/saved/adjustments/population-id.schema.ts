import { z } from 'zod';

export const populationIdField = z
  .string()
  .min(1)
  .max(64)
  .meta({
    description:
      'Id of a population that replaces the population of the workflow: see `POST /v1/populations`. Agents are selected from its rows, in proportion to their weights.',
    examples: ['pop_019aa0f55b6e7c3a9d552f0d7c1f4a10'],
  });
