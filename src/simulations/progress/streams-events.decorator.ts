import { applyDecorators, createParamDecorator, Header, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { ErrorCode } from '../../common/errors/error-codes.js';
import { Documented, readingHeader } from '../../common/http/documented.decorators.js';

const readLastEventId = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().headers['last-event-id'] as string | undefined,
);

export function LastEventId(): ParameterDecorator {
  return readingHeader(
    {
      name: 'Last-Event-ID',
      description:
        '`id` of the last received event. The stream starts after it. EventSource clients send it automatically.',
      required: false,
      schema: z.string().meta({ examples: ['1-1-500'] }),
      errors: [],
    },
    readLastEventId(),
  );
}

interface StreamedRecord {
  noun: string;
  /** Fields of the event `progress`. */
  progress: string;
  parameters: { readonly [name: string]: z.ZodType };
  notFound: ErrorCode;
}

/** For routes that stream the events of one record. */
export const StreamsEvents = ({ noun, progress, parameters, notFound }: StreamedRecord) =>
  applyDecorators(
    // Proxies must forward each event immediately.
    Header('Cache-Control', 'no-store'),
    Header('X-Accel-Buffering', 'no'),
    Documented({
      summary: `Stream the events of a ${noun}`,
      description: `Opens a stream of server-sent events: \`state\` with \`{ id, status }\`, \`progress\` with \`{ ${progress} }\`, and finally \`done\` with the ${noun} record. A stream lasts at most ten minutes; EventSource clients reconnect automatically. A client that reconnects after \`done\` receives 204. A stream ends within five seconds after its credential was revoked. Limit: 20 streaming responses per organization and server process, including downloads of results.`,
      parameters,
      content: { 'text/event-stream': z.string().meta({ examples: ['event: state\ndata: {"status":"running"}\n\n'] }) },
      otherStatuses: [204],
      headers: ['Cache-Control'],
      errors: [notFound, 'event_stream_limit_reached'],
    }),
  );
