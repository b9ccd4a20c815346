import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { z } from 'zod';
import { didYouMean } from '../did-you-mean.js';
import { AppError } from '../errors/app-error.js';
import { DOCUMENTED, perRoute, schemasOf } from './documented.decorators.js';

const ANY_QUERY = 'any_query';
const maxQuotedCharacters = 60;

/** For pages that users open from links: mail programs and link trackers add query parameters. */
export const AnyQuery = () => SetMetadata(ANY_QUERY, true);

/**
 * Rejects unknown query parameters on every documented route, including routes that read none: a client that misspells a filter must not
 * receive unfiltered data. The validation pipe then checks the values.
 */
@Injectable()
export class QueryGuard implements CanActivate {
  /** The names of the parameters, or undefined if the route accepts all. */
  private readonly parametersOf = perRoute((context) => {
    const handler = context.getHandler();
    if (!this.has(DOCUMENTED, handler) || this.has(ANY_QUERY, handler)) return undefined;
    return parametersOf(schemasOf(context.getClass(), handler.name).query);
  });

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const names = Object.keys(context.switchToHttp().getRequest<Request>().query);
    const known = names.length === 0 ? undefined : this.parametersOf(context);
    if (!known) return true;
    const unknown = names.filter((name) => !known.includes(withoutKey(name)));
    if (unknown.length === 0) return true;
    throw AppError.validation(unknown.map((path) => ({ path, message: unknownParameter(path, known) })));
  }

  private has(key: string, handler: ReturnType<ExecutionContext['getHandler']>): boolean {
    return Boolean(this.reflector.get<unknown>(key, handler));
  }
}

/** `where[income]` is a key of the parameter `where`. */
const withoutKey = (name: string) => name.replace(/\[[^[\]]*\]$/, '');

function parametersOf(schema: z.ZodType | undefined): string[] {
  const object = schema instanceof z.ZodPipe ? schema.out : schema;
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function unknownParameter(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'is not a known query parameter: this endpoint accepts none';
  const suggestion = name.length > maxQuotedCharacters ? undefined : didYouMean(withoutKey(name), known);
  const hint =
    suggestion === undefined ? `Known query parameters: ${known.join(', ')}` : `Did you mean "${suggestion}"?`;
  return `is not a known query parameter. ${hint}`;
}
