import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { parseJsonBody } from './request-body.js';

/** Interceptors run after the guards and before the pipes: the place where a let-in caller's body becomes JSON. */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    request.body = parseJsonBody(request);
    return next.handle();
  }
}
