import { z } from 'zod';
import { definitionSchema } from './definition.schema.js';

/** The JSON Schema (2020-12) of workflow definitions, for editors and other programs: what the parts say of each other is checked by `parseDefinition` only. */
export function definitionJsonSchema(): z.core.JSONSchema.BaseSchema {
  return { title: 'Workflow definition', ...z.toJSONSchema(definitionSchema, { io: 'input' }) };
}
