import type { OpenApi } from './contract.js';
import type { Schema } from './request-lists.js';

interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown } | { $ref: string }>;
}

export interface Operation {
  operationId: string;
  /** Empty for a public operation. */
  security?: object[];
  parameters?: { in: string; name: string; required?: boolean; schema?: { examples?: string[] } }[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, { content?: Record<string, MediaType> }>;
}

/** All operations of the API reference, with their examples. */
export const operationsOf = ({ paths }: OpenApi): { path: string; method: string; operation: Operation }[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as unknown as Operation,
    })),
  );
