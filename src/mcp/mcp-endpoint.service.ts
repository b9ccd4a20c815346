import { Inject, Injectable } from '@nestjs/common';
import type { Request as HttpRequest } from 'express';
import { AppError } from '../common/errors/app-error.js';
import { bearerTokenOf } from '../common/http/bearer.js';
import type { Caller } from '../common/identity/caller.js';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import type { McpCaller } from './mcp-handler.js';

interface Answer {
  status: number;
  /** A JSON-RPC message; empty for notifications. */
  json: string;
}

/**
 * Serves the MCP server of the client package. Its tools call this process with the key of the request, so that scopes, limits, quota
 * and the audit log apply as to any other caller.
 */
@Injectable()
export class McpEndpoint {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  async handle(request: HttpRequest, { planTier }: Caller, parsedBody: unknown): Promise<Answer> {
    const apiKey = bearerTokenOf(request.headers.authorization);
    // A session cookie is sent by browsers, for pages of any site. A key is sent on purpose.
    if (apiKey === undefined) throw new AppError('authentication_required');
    // Most processes never serve an MCP request.
    const { isAllowedOrigin, mcpHandler } = await import('./mcp-handler.js');
    if (!isAllowedOrigin(request.headers.origin, this.settings.frontendUrl)) throw new AppError('csrf_rejected');
    const baseUrl = ownAddressOf(request);
    const controller = new AbortController();
    request.res!.once('close', () => controller.abort());
    const agentCountCeiling = this.settings.planLimits[planTier].agents_per_simulation;
    const caller: McpCaller = { apiKey, baseUrl, agentCountCeiling };
    const response = await mcpHandler.fetch(
      new Request(new URL(request.originalUrl, baseUrl), {
        method: 'POST',
        headers: headersOf(request),
        body: JSON.stringify(parsedBody ?? null),
        signal: controller.signal,
      }),
      { parsedBody, authInfo: { token: apiKey, clientId: 'api-key', scopes: [], extra: { ...caller } } },
    );
    const text = await response.text();
    // Clients of 2025 get a stream of one event from the SDK. All of them also accept its message.
    const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return { status: response.status, json };
  }
}

/** The address at which this request arrived. */
function ownAddressOf({ socket }: HttpRequest): string {
  const address = socket.localAddress!.replace(/^::ffff:/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${socket.localPort}`;
}

/** The headers that the protocol defines. */
function headersOf({ headers }: HttpRequest): Headers {
  const accept = 'application/json, text/event-stream';
  const known = Object.entries({ ...headers, accept }).filter(([name]) => /^(accept|content-type|mcp-.*)$/.test(name));
  return new Headers(known.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
