import {
  context,
  isSpanContextValid,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Span,
  type SpanContext,
  type SpanKind,
} from '@opentelemetry/api';

export const tracer = trace.getTracer('simulation-service');

interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** A span of another process, as {@link traceParent} gave it. */
  parent?: string | undefined;
}

/** Marks the work in the trace, under the span that is active here, or under `parent`. */
export function inSpan<T>(
  name: string,
  { kind, attributes, parent }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const remote = spanContextOf(parent);
  const above = remote ? trace.setSpanContext(context.active(), remote) : context.active();
  return tracer.startActiveSpan(
    name,
    { ...(kind && { kind }), ...(attributes && { attributes }) },
    above,
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

/** The active span in the form of W3C Trace Context, to be kept with what other processes will do; undefined where nothing is traced. */
export function traceParent(): string | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  if (!span) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** What {@link traceParent} or another service wrote; undefined for anything else. */
export function spanContextOf(parent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const found = { traceId, spanId, traceFlags: parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(found) ? found : undefined;
}
