import { z } from 'zod';
import { definitionSchema } from './definition.schema.js';

/** JSON Schema (2020-12) of workflow definitions. Only `parseDefinition` checks the references between the parts of a definition. */
export function definitionJsonSchema(): z.core.JSONSchema.BaseSchema {
  return { title: 'Workflow definition', ...z.toJSONSchema(definitionSchema, { io: 'input' }) };
}
