import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import { z } from 'zod';
import type { ErrorCode } from '../errors/error-codes.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';

export const DOCUMENTED = 'documented';
export const TAG = 'tag';
export const HEADERS_READ = 'headers_read';
export const WEBHOOKS = 'webhooks';

/**
 * Documents the purpose and the response of a route. The OpenAPI document takes the rest from the route itself: method, path,
 * schemas, scope, headers and their errors. The service does not start if a route has no documentation.
 */
export interface RouteDocs {
  /** A few words, such as `Create an API key`. */
  summary: string;
  description: string;
  /** Whether clients should use another route. */
  deprecated?: true;
  /** The schema of each path parameter. */
  parameters?: Record<string, z.ZodType>;
  /** The schema of `data`. Omitted if a success has no body. */
  data?: z.ZodType;
  /** The schema of `meta`, if a success has one. */
  meta?: z.ZodType;
  /** Omits the example, if it would be very long. */
  withoutExample?: true;
  /** Other success bodies than `{ data, meta }`: media type → schema of the whole body. */
  content?: Record<string, z.ZodType>;
  /** Further success statuses: with the same body, with their own schema of `data`, or without a body. */
  otherStatuses?: (number | { status: number; data: z.ZodType | null })[];
  /** Media types of files that the route accepts in place of its JSON body. */
  requestFiles?: Record<string, z.ZodType>;
  /** Omits the example of the request body, for bodies that contain a complete workflow definition. */
  withoutBodyExample?: true;
  /** Additional headers of a success. */
  headers?: SuccessHeader[];
  /** Errors of this route. The errors of the request pipeline follow from the other decorators of the route. */
  errors?: ErrorCode[];
}

type SuccessHeader =
  | 'Location'
  | 'Retry-After'
  | 'Set-Cookie'
  | 'Cache-Control'
  | 'ETag'
  | 'Vary'
  | 'Link'
  | 'Content-Disposition'
  | 'Preference-Applied';

export const Documented = (docs: RouteDocs) => SetMetadata(DOCUMENTED, docs);

/** An OpenAPI tag: it groups the operations of one or more controllers in the API reference. */
export interface ApiTag {
  name: string;
  description: string;
}

export const InTag = (tag: ApiTag) => SetMetadata(TAG, tag);

export interface WebhookDocs {
  type: string;
  summary: string;
  description: string;
  data: z.ZodType;
}

/** Documents the webhook events about the resource of a controller. */
export const SendsWebhooks = (...events: WebhookDocs[]) => SetMetadata(WEBHOOKS, events);

export interface HeaderParameter {
  name: string;
  description: string;
  required: boolean;
  schema: z.ZodType;
  errors: ErrorCode[];
}

/** Wraps a parameter decorator that reads a header, so that the OpenAPI document lists the header. */
export function readingHeader(header: HeaderParameter, read: ParameterDecorator): ParameterDecorator {
  return (target, name, index) => {
    read(target, name, index);
    const handler = (target as Record<PropertyKey, object | undefined>)[name ?? ''];
    if (!handler) throw new Error(`${header.name} is read by no method`);
    const others = (Reflect.getMetadata(HEADERS_READ, handler) ?? []) as HeaderParameter[];
    Reflect.defineMetadata(HEADERS_READ, [...others, header], handler);
  };
}

/** The field by which programs recognize the type of a response that can have several types. */
export const objectType = <Name extends string>(name: Name) =>
  z.literal(name).meta({ description: 'Type of this object.' });

/** Reads a property of a route once, and remembers it: the decorators of a route do not change after the start. */
export function perRoute<Value>(read: (context: ExecutionContext) => Value): (context: ExecutionContext) => Value {
  // Controllers can inherit a method.
  const known = new WeakMap<object, Map<object, Value>>();
  return (context) => {
    const controller: object = context.getClass();
    const handler: object = context.getHandler();
    let values = known.get(controller);
    if (!values) known.set(controller, (values = new Map<object, Value>()));
    if (!values.has(handler)) values.set(handler, read(context));
    return values.get(handler) as Value;
  };
}

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
