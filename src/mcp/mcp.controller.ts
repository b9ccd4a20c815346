import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res, Module } from '@nestjs/common';
import type { Response, Request as HttpRequest } from 'express';
import { strictObject, z } from 'zod';
import { sendBody } from '../common/http/content-encoding.js';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import { type Caller, publicScopes } from '../common/identity/caller.js';
import { CurrentCaller, Public, RequireScope, bearerTokenOf } from '../common/identity/identity.decorators.js';
import { StaticDocument } from '../common/http/reply.js';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { AppError } from '../common/errors/app-error.js';
import type { McpCaller } from './mcp-handler.js';

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

const mcpPath = '/mcp';
const metadataPath = `/.well-known/oauth-protected-resource${mcpPath}`;

/** Metadata of the MCP server as a protected resource (RFC 9728). API keys come from the dashboard, so no authorization server is listed. */
const protectedResourceSchema = strictObject({
  resource: z.url().meta({ description: 'Address of the MCP server.', examples: ['https://api.example.com/mcp'] }),
  resource_name: z.string().meta({ examples: ['Simulation Service'] }),
  resource_documentation: z.url().meta({ examples: ['https://api.example.com/docs/mcp'] }),
  bearer_methods_supported: z.tuple([z.literal('header')]),
  scopes_supported: z.array(z.enum(publicScopes)),
}).meta({ id: 'ProtectedResource' });
type ProtectedResource = z.infer<typeof protectedResourceSchema>;

const protectedResourceOf = (frontendUrl: string): ProtectedResource => ({
  resource: new URL(mcpPath, frontendUrl).href,
  resource_name: 'Simulation Service',
  resource_documentation: new URL('/docs/mcp', frontendUrl).href,
  bearer_methods_supported: ['header'],
  scopes_supported: ['simulations:read', 'simulations:write', 'case_studies:read'],
});

/** The `WWW-Authenticate` header of a request without an accepted key. */
export const bearerChallengeOf = (path: string, frontendUrl: string): string =>
  path === mcpPath ? `Bearer resource_metadata="${new URL(metadataPath, frontendUrl).href}"` : 'Bearer';

/** The SDK validates the message: JSON-RPC has its own errors. */
const messageSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).nullish(),
    method: z.string().optional(),
  })
  .meta({
    id: 'JsonRpcMessage',
    description: 'A message of the Model Context Protocol.',
    examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  });

/**
 * Serves the MCP server of the client package. Its tools call this process with the key of the request, so that scopes, limits, quota
 * and the audit log apply as to any other caller.
 */
@Controller()
@InTag({
  name: 'MCP',
  description:
    'An MCP server for agents, at `/mcp`: tools to find workflows, ask, simulate, wait, compare and explain; the evidence and the reports as resources. Protocol 2026-07-28; clients of 2025 are served too, without sessions.',
})
class McpController {
  private readonly metadata: StaticDocument;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    const text = JSON.stringify(protectedResourceOf(settings.frontendUrl));
    this.metadata = new StaticDocument('application/json; charset=utf-8', text);
  }

  @Post(mcpPath)
  @HttpCode(200)
  @RequireScope('none')
  @Documented({
    summary: 'Send a message to the MCP server',
    description:
      'Handles one message of the Model Context Protocol. Requires an API key; each tool calls the API with this key, so its scopes, limits and quota apply. Requests from pages of other sites are rejected. Errors of the protocol are JSON-RPC errors, also with the statuses 400, 404 and 415. Notifications have the status 202.',
    content: { 'application/json': messageSchema },
    otherStatuses: [400, 404, 415, { status: 202, data: null }],
    withoutExample: true,
    errors: ['authentication_required', 'csrf_rejected'],
  })
  async message(
    @Req() request: HttpRequest,
    @Res() response: Response,
    @CurrentCaller() { planTier }: Caller,
    @Body({ schema: messageSchema }) parsedBody: unknown,
  ): Promise<void> {
    const apiKey = bearerTokenOf(request.headers.authorization);
    // A session cookie is sent by browsers, for pages of any site. A key is sent on purpose.
    if (apiKey === undefined) throw new AppError('authentication_required');
    // Most processes never serve an MCP request.
    const { isAllowedOrigin, mcpHandler } = await import('./mcp-handler.js');
    if (!isAllowedOrigin(request.headers.origin, this.settings.frontendUrl)) throw new AppError('csrf_rejected');
    const baseUrl = ownAddressOf(request);
    const controller = new AbortController();
    response.once('close', () => controller.abort());
    const agentCountCeiling = this.settings.planLimits[planTier].agents_per_simulation;
    const caller: McpCaller = { apiKey, baseUrl, agentCountCeiling };
    const answer = await mcpHandler.fetch(
      new Request(new URL(request.originalUrl, baseUrl), {
        method: 'POST',
        headers: headersOf(request),
        body: JSON.stringify(parsedBody ?? null),
        signal: controller.signal,
      }),
      { parsedBody, authInfo: { token: apiKey, clientId: 'api-key', scopes: [], extra: { ...caller } } },
    );
    const text = await answer.text();
    // Clients of 2025 get a stream of one event from the SDK. All of them also accept its message.
    const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    response.statusCode = answer.status;
    if (answer.status >= 400) response.setHeader('Svc-Should-Retry', 'false');
    // Notifications have no response.
    if (json === '') response.end();
    else await sendBody(response, { type: 'application/json; charset=utf-8', text: json });
  }

  @Get(metadataPath)
  @Public()
  @Documented({
    summary: 'Read the metadata of the MCP server',
    description: 'Returns how clients authenticate with the MCP server (RFC 9728): with an API key as a Bearer token.',
    content: { 'application/json': protectedResourceSchema },
    headers: ['ETag', 'Cache-Control', 'Vary'],
  })
  protectedResource(): StaticDocument {
    return this.metadata;
  }
}

@Module({ controllers: [McpController] })
export class McpModule {}
