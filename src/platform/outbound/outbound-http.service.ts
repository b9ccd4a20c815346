import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import http from 'node:http';
import https from 'node:https';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { sendRequest, type Agents } from './send-request.js';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** The host is not a public address, or no address of the host name is public. */
class AddressNotPublicError extends Error {
  override readonly name = 'AddressNotPublicError';
  readonly code = 'ADDRESS_NOT_PUBLIC';

  constructor(host: string) {
    super(`${host} is not a public address`);
  }
}

/** Queries name servers without the shared thread pool, so that slow name servers do not block other work. */
function newResolver(): Resolver {
  return new Resolver({ timeout: 2_000, tries: 2 });
}

/**
 * Agents that connect to public addresses only. The name is resolved once per connection, and the socket uses exactly the address that was
 * checked, so that a changing DNS record cannot bypass the check.
 */
export function publicAgents(options: http.AgentOptions, resolver = newResolver()): Agents {
  const checked = { ...options, lookup: publicLookup(resolver) };
  return { http: publicOnly(new http.Agent(checked)), https: publicOnly(new https.Agent(checked)) };
}

/** For an IP address, the socket does not call `lookup`. */
function publicOnly<Agent extends http.Agent>(agent: Agent): Agent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const { host } = options;
    if (typeof host === 'string' && (isIP(host) === 0 || isPublicAddress(host))) return connect(options, callback);
    process.nextTick(() => callback?.(new AddressNotPublicError(String(host)), null as never));
    return undefined;
  };
  return agent;
}

export function publicLookup(resolver: Resolver): LookupFunction {
  return (hostname, { all }, callback) => {
    resolvePublic(resolver, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

async function resolvePublic(resolver: Resolver, hostname: string) {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [ipv4, ipv6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  const publicAddresses = found.filter(isPublicAddress);
  if (publicAddresses.length === 0) throw new AddressNotPublicError(hostname);
  return publicAddresses.map((address) => ({ address, family: isIP(address) }));
}

/** Shorter than common servers keep idle connections. */
const idleConnectionMs = 4_000;
/** The first bytes of a response are stored; reading stops after `maxReadBytes`. */
const maxRetainedBytes = 1_024;
const maxReadBytes = 65_536;

export interface OutboundResponse {
  statusCode: number;
  retryAfter: string | undefined;
  /** The first KiB of the body. */
  body: string;
}

/**
 * Sends POST requests to URLs that customers chose. Only public addresses are allowed, unless a development setting allows others.
 * Redirects are not followed. Connections are reused per origin, and requests never wait for a free connection.
 */
@Injectable()
export class OutboundHttp implements OnApplicationShutdown {
  private readonly agents: Agents;

  constructor(@Inject(SETTINGS) { allowPrivateWebhooks }: Settings) {
    // The abort signal of each request limits its total time.
    const options = { keepAlive: true, timeout: idleConnectionMs };
    this.agents = allowPrivateWebhooks
      ? { http: new http.Agent(options), https: new https.Agent(options) }
      : publicAgents(options);
  }

  /** Rejects if no response starts before the signal aborts. A body that is late is cut off. */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string | Uint8Array,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const response = await sendRequest(url, { method: 'POST', headers, body, signal, agents: this.agents });
    return {
      statusCode: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'],
      body: await beginningOf(response),
    };
  }

  onApplicationShutdown(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      if (size < maxRetainedBytes) chunks.push(chunk);
      size += chunk.length;
      if (size > maxReadBytes) break;
    }
  } catch {
    // The status is known, so that an incomplete body does not matter.
  }
  return Buffer.concat(chunks).subarray(0, maxRetainedBytes).toString();
}
