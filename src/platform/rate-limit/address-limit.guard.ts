import ipaddr from 'ipaddr.js';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isPublic } from '../../common/identity/identity.decorators.js';
import { LimitGuard, type Subject } from './limit.guard.js';
import { ADDRESS_LIMIT, type AddressLimit } from './rate-limit.decorators.js';

const ipv6NetworkBits = 64;

/** The unit that limits count: an IPv4 address, or the /64 network of an IPv6 address, which one customer of a provider controls. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${ipv6NetworkBits}`).toString();
}

/** Whether a client on the same machine sent the request. */
export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** For public routes without a limit of their own. */
const defaultLimit: AddressLimit = { name: 'public', perMinute: 300 };

/** Limits public routes by the address of the caller (for IPv6, by its /64 network). Runs before authentication. */
@Injectable()
export class AddressLimitGuard extends LimitGuard {
  protected override subjectOf(context: ExecutionContext): Subject | undefined {
    if (!isPublic(context)) return undefined;
    const targets = [context.getHandler(), context.getClass()];
    const request = context.switchToHttp().getRequest<Request>();
    const limit = this.reflector.getAllAndOverride<AddressLimit | null | undefined>(ADDRESS_LIMIT, targets);
    if (limit === null) return undefined;
    const { name, perMinute } = limit ?? defaultLimit;
    return { policy: name, key: `address:${name}:${networkOf(request.address)}`, limit: perMinute };
  }
}
