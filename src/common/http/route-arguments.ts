import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { z } from 'zod';

/** The metadata of Nest for a parameter with `@Body`, `@Query` and similar. Its key is `<kind>:<index>`. */
interface RouteArgument {
  schema?: z.ZodType;
}

function argumentOf(controller: object, method: string, kind: RouteParamtypes): RouteArgument | undefined {
  const all = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<string, RouteArgument>;
  return Object.entries(all).find(([key]) => key.startsWith(`${kind}:`))?.[1];
}

export function acceptsBody(controller: object, method: string): boolean {
  return argumentOf(controller, method, RouteParamtypes.BODY) !== undefined;
}

/** The schemas that validate the body and the query of a controller method. */
export function schemasOf(controller: object, method: string): { body?: z.ZodType; query?: z.ZodType } {
  const body = argumentOf(controller, method, RouteParamtypes.BODY)?.schema;
  const query = argumentOf(controller, method, RouteParamtypes.QUERY)?.schema;
  return { ...(body && { body }), ...(query && { query }) };
}
