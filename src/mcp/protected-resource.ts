import { z } from 'zod';
import { publicScopes } from '../common/identity/caller.js';

export const mcpPath = '/mcp';
export const metadataPath = `/.well-known/oauth-protected-resource${mcpPath}`;

/** Metadata of the MCP server as a protected resource (RFC 9728). API keys come from the dashboard, so no authorization server is listed. */
export const protectedResourceSchema = z
  .strictObject({
    resource: z.url().meta({ description: 'Address of the MCP server.', examples: ['https://api.example.com/mcp'] }),
    resource_name: z.string().meta({ examples: ['Simulation Service'] }),
    resource_documentation: z.url().meta({ examples: ['https://api.example.com/docs/mcp'] }),
    bearer_methods_supported: z.tuple([z.literal('header')]),
    scopes_supported: z.array(z.enum(publicScopes)),
  })
  .meta({ id: 'ProtectedResource' });
export type ProtectedResource = z.infer<typeof protectedResourceSchema>;

export const protectedResourceOf = (frontendUrl: string): ProtectedResource => ({
  resource: new URL(mcpPath, frontendUrl).href,
  resource_name: 'Simulation Service',
  resource_documentation: new URL('/docs/mcp', frontendUrl).href,
  bearer_methods_supported: ['header'],
  scopes_supported: ['simulations:read', 'simulations:write', 'case_studies:read'],
});

/** The `WWW-Authenticate` header of a request without an accepted key. */
export const bearerChallengeOf = (path: string, frontendUrl: string): string =>
  path === mcpPath ? `Bearer resource_metadata="${new URL(metadataPath, frontendUrl).href}"` : 'Bearer';
