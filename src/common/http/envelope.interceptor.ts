import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Reply } from './reply.js';

/** Wraps every answer of the API as `{ data, meta? }`; streams write their own envelope. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((result: unknown) => {
        if (result instanceof StreamableFile) return result;
        if (!(result instanceof Reply)) return { data: result };
        const { meta, headers, status } = result.extras;
        const response = context.switchToHttp().getResponse<Response>();
        if (headers) response.set(headers);
        if (status !== undefined) response.status(status);
        return { data: result.data as unknown, ...(meta && { meta }) };
      }),
    );
  }
}
