import { SetMetadata } from '@nestjs/common';

export const ADDRESS_LIMIT = 'address_limit';

/** Maximum requests of one address. Routes with the same name share their count. */
export interface AddressLimit {
  name: string;
  perMinute: number;
}

/** Limits a public route by the caller's address. */
export const LimitPerAddress = (limit: AddressLimit) => SetMetadata(ADDRESS_LIMIT, limit);

/** For health probes: they need no store, and a load balancer must not take an attacker's requests for a failure. */
export const WithoutAddressLimit = () => SetMetadata(ADDRESS_LIMIT, null);
