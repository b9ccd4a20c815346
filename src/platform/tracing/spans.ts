import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  SpanKind,
} from '@opentelemetry/api';
import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import type { NextFunction, Request, Response } from 'express';
import { routeOf } from '../logging/request-log.js';

/**
 * A period that was measured elsewhere, for example in a thread. Times are milliseconds since the Unix epoch, with fractions. This file does
 * not load the tracing library, which engine threads do not need.
 */
export interface MeasuredPeriod {
  name: string;
  startMs: number;
  endMs: number;
}

/** The current time for {@link MeasuredPeriod}. */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}

/** Not a constant: the bundle and the packages that register a tracer have copies of this API. A tracer from before would record nothing. */
const tracer = () => trace.getTracer('simulation-service');

interface Carrier {
  traceparent?: string;
}

interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** Span of another process, as {@link traceParent} wrote it. */
  parent?: string | undefined;
}

/** Records the work as a span below `parent`, or below the active span if there is no parent. */
export function inSpan<T>(
  name: string,
  { kind, attributes, parent }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer().startActiveSpan(
    name,
    { ...(kind && { kind }), ...(attributes && { attributes }) },
    contextBelow(parent),
    async (span) => {
      try {
        return await work(span);
      } catch (error) {
        span.recordException(error instanceof Error ? error : String(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  );
}

/** Records a period that has ended as a span below `parent`, or below the active span. Without both, it records nothing. */
export function recordSpan({ name, startMs, endMs }: MeasuredPeriod, parent?: string): void {
  const below = contextBelow(parent);
  if (trace.getSpan(below)) tracer().startSpan(name, { startTime: startMs }, below).end(endMs);
}

/** W3C `traceparent` of the active span, to store with work for other processes. Undefined if nothing is traced. */
export function traceParent(): string | undefined {
  const carrier: Carrier = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** The span that a W3C `traceparent` names. Undefined if the text is invalid or nothing is traced. */
export function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  return trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));
}

/** The context of a span of another process, or the active context. */
function contextBelow(parent: string | undefined): Context {
  const remote = spanContextOf(parent);
  return remote ? trace.setSpanContext(context.active(), remote) : context.active();
}

const originSchema = z.object({ request_id: z.string(), trace_parent: z.string().optional() });

/** The request that caused some work. It is stored with the work, so that logs and traces of all processes contain its ids. */
export type StoredOrigin = z.infer<typeof originSchema>;

export function toStoredOrigin({ origin }: Caller): StoredOrigin {
  const trace_parent = traceParent();
  return { request_id: origin.requestId, ...(trace_parent !== undefined && { trace_parent }) };
}

/** Parses an origin from the database. Returns undefined for rows that were written before origins were stored. */
export function readOrigin(json: unknown): StoredOrigin | undefined {
  return originSchema.safeParse(json).data;
}

/**
 * Starts the span of a request and returns a `next` that continues within it. The span links to the caller's own trace instead of
 * joining it, so that callers cannot decide what we sample.
 */
export function requestSpan(request: Request, response: Response, next: NextFunction): NextFunction {
  const caller = spanContextOf(request.headers.traceparent?.toString());
  const span = tracer().startSpan(request.method, {
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': request.method, 'svc.request_id': request.id },
    ...(caller && { links: [{ context: caller }] }),
  });
  if (!span.isRecording()) return next;
  response.once('close', () => {
    const route = routeOf(request);
    span.updateName(`${request.method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': response.statusCode });
    span.end();
  });
  const within = trace.setSpan(context.active(), span);
  return (error?: unknown) => context.with(within, () => next(error));
}

/** The same if nothing is traced. */
export const withoutSpan: typeof requestSpan = (_request, _response, next) => next;
