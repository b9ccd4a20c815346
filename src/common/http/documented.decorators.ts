import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { ErrorCode } from '../errors/error-codes.js';

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

export type SuccessHeader =
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

/** An event that the service sends to webhook URLs. */
export interface WebhookDocs {
  /** Such as `simulation.completed`. */
  type: string;
  summary: string;
  description: string;
  /** The schema of `data` in the payload. */
  data: z.ZodType;
}

/** Documents the webhook events about the resource of a controller. */
export const SendsWebhooks = (...events: WebhookDocs[]) => SetMetadata(WEBHOOKS, events);

/** A request header that a route reads. */
export interface HeaderParameter {
  name: string;
  description: string;
  required: boolean;
  schema: z.ZodType;
  /** Errors that this header can cause. */
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
