import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { ErrorCode } from '../errors/error-codes.js';

export const DOCUMENTED = 'documented';
export const SECTION = 'section';
export const HEADERS_READ = 'headers_read';

/**
 * What a route is for and what it answers. The rest of what the OpenAPI document says is read off the route itself: method, path,
 * schemas, scope, headers, and the errors that come with them. The service does not start with a route that lacks this.
 */
export interface RouteDocs {
  /** A few words, such as `Create an API key`. */
  summary: string;
  description: string;
  /** The schema of each path parameter. */
  parameters?: Record<string, z.ZodType>;
  /** The schema of `data`; left out where a success has no body. */
  data?: z.ZodType;
  /** The schema of `meta`, where a success has one. */
  meta?: z.ZodType;
  /** Where an example would be longer than the rest of the document. */
  withoutExample?: true;
  /** Where a success is not `{ data, meta }`, or not alone: media type → schema of the whole body. */
  content?: Record<string, z.ZodType>;
  /** Statuses, other than the route's own, that have the body of a success. */
  otherStatuses?: number[];
  /** Headers of a success that not every answer has. */
  headers?: SuccessHeader[];
  /** What only this route refuses. What the pipeline refuses is known from what the route declares. */
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

/** A chapter of the documentation: the routes of a controller. */
export interface Section {
  name: string;
  description: string;
}

export const InSection = (section: Section) => SetMetadata(SECTION, section);

/** A request header that a route reads. */
export interface HeaderParameter {
  name: string;
  description: string;
  required: boolean;
  schema: z.ZodType;
  /** What the route may answer because of it. */
  errors: ErrorCode[];
}

/** A parameter decorator that reads a header, and says so in the document. */
export function readingHeader(header: HeaderParameter, read: ParameterDecorator): ParameterDecorator {
  return (target, name, index) => {
    read(target, name, index);
    const handler = (target as Record<PropertyKey, object | undefined>)[name ?? ''];
    if (!handler) throw new Error(`${header.name} is read by no method`);
    const others = (Reflect.getMetadata(HEADERS_READ, handler) ?? []) as HeaderParameter[];
    Reflect.defineMetadata(HEADERS_READ, [...others, header], handler);
  };
}
