import type { JsonSchema } from '../schema-book.js';

/** Fields of an OpenAPI operation that the page uses. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema }[];
  /** JSON, and files by media type. */
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<string, Response>;
}

export interface Response {
  description: string;
  content?: Record<string, { schema: JsonSchema; examples?: Record<string, { value: unknown } | { $ref: string }> }>;
}

/** An operation with its address. */
export interface Place {
  method: string;
  path: string;
  operation: Operation;
}
