import { RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import {
  DOCUMENTED,
  HEADERS_READ,
  TAG,
  type HeaderParameter,
  type RouteDocs,
  type ApiTag,
  schemasOf,
} from '../common/http/documented.decorators.js';
import { PUBLIC, REQUIRED_SCOPE, type RequiredScope } from '../common/identity/identity.decorators.js';
import type { PublicScope } from '../common/identity/caller.js';
import type { z } from 'zod';
import { ADDRESS_LIMIT, type AddressLimit } from '../platform/rate-limit/rate-limit.decorators.js';

/** A route as its decorators declare it. Guards and pipes use the same metadata. */
export interface Route {
  /** Operation id, such as `apiKeysCreate`. */
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path in OpenAPI notation, such as `/v1/api-keys/{key_id}`. */
  path: string;
  tag: ApiTag;
  docs: RouteDocs;
  isPublic: boolean;
  /** Whether requests count against a rate limit, of the plan or of the address. */
  isCounted: boolean;
  /** Empty if the route requires no scope. */
  scopes: readonly PublicScope[];
  needsOwner: boolean;
  status: number;
  body: z.ZodType | undefined;
  query: z.ZodType | undefined;
  headers: readonly HeaderParameter[];
}

/** Whether responses have an ETag, so that the route can respond to `If-None-Match` with 304. */
export const isTagged = ({ docs }: Route) => docs.headers?.includes('ETag') ?? false;

const methods: Partial<Record<RequestMethod, Route['method']>> = {
  [RequestMethod.GET]: 'get',
  [RequestMethod.POST]: 'post',
  [RequestMethod.PUT]: 'put',
  [RequestMethod.PATCH]: 'patch',
  [RequestMethod.DELETE]: 'delete',
};

/** Reads all routes. The controllers must be in the order in which Express matches them. Throws for a route without documentation. */
export function routesOf(controllers: readonly Type[]): Route[] {
  const handlers = controllers.flatMap((controller) =>
    Object.getOwnPropertyNames(controller.prototype)
      .map((name) => ({ controller, name, method: methodOf(controller, name) }))
      .filter(({ method }) => method !== undefined),
  );
  // The route for all methods handles unknown paths and hides all routes after it.
  const end = handlers.findIndex(({ method }) => method === RequestMethod.ALL);
  const hidden = end < 0 ? undefined : handlers[end + 1];
  if (hidden)
    throw new Error(`${hidden.controller.name} is unreachable: list its module among the features of AppModule`);
  return handlers.slice(0, end < 0 ? undefined : end).map(({ controller, name }) => readRoute(controller, name));
}

function handlerOf(controller: Type, name: string): object {
  return (controller.prototype as Record<string, object>)[name] ?? {};
}

function methodOf(controller: Type, name: string): RequestMethod | undefined {
  return Reflect.getMetadata(METHOD_METADATA, handlerOf(controller, name)) as RequestMethod | undefined;
}

function readRoute(controller: Type, name: string): Route {
  const handler = handlerOf(controller, name);
  const own = <T>(key: string) => Reflect.getMetadata(key, handler) as T | undefined;
  const either = <T>(key: string) => own<T>(key) ?? (Reflect.getMetadata(key, controller) as T | undefined);

  const method = methods[methodOf(controller, name) ?? RequestMethod.ALL];
  const docs = own<RouteDocs>(DOCUMENTED);
  const tag = either<ApiTag>(TAG);
  if (!method || !docs || !tag) throw new Error(`${controller.name}.${name} is not documented`);
  const scope = either<RequiredScope>(REQUIRED_SCOPE);
  const { body, query } = schemasOf(controller, name);
  return {
    id: idOf(controller, name),
    method,
    path: pathOf(Reflect.getMetadata(PATH_METADATA, controller) as string, own<string>(PATH_METADATA) ?? ''),
    tag,
    docs,
    isPublic: either<boolean>(PUBLIC) ?? false,
    isCounted: either<AddressLimit | null>(ADDRESS_LIMIT) !== null,
    scopes: scope === 'none' || scope === 'owner' ? [] : (scope ?? []),
    needsOwner: scope === 'owner',
    status: own<number>(HTTP_CODE_METADATA) ?? (method === 'post' ? 201 : 200),
    body,
    query,
    headers: own<HeaderParameter[]>(HEADERS_READ) ?? [],
  };
}

function idOf(controller: Type, name: string): string {
  const resource = controller.name.replace(/Controller$/, '');
  return resource[0]?.toLowerCase() + resource.slice(1) + name[0]?.toUpperCase() + name.slice(1);
}

function pathOf(controller: string, method: string): string {
  const parts = `${controller}/${method}`.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => part.replace(/^:(\w+)$/, '{$1}')).join('/')}`;
}
