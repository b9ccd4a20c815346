import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import { Reply } from '../../common/http/reply.js';
import { Public } from '../../common/identity/identity.decorators.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { Identities } from '../identities.service.js';
import type { IdentityRecord } from '../identity.record.js';
import { LinkVerifier } from './link-verifier.service.js';
import {
  requestMagicLinkSchema,
  verifyMagicLinkSchema,
  type RequestMagicLink,
  type VerifyMagicLink,
} from './magic-link.schema.js';
import { MagicLinks, type SentLink } from './magic-links.service.js';

@Controller('v1/auth/magic-link')
@Public()
export class MagicLinkController {
  constructor(
    private readonly magicLinks: MagicLinks,
    private readonly verifier: LinkVerifier,
    private readonly identities: Identities,
  ) {}

  @Post('request')
  @HttpCode(202)
  @LimitPerAddress({ name: 'magic-link', perMinute: 5 })
  async request(
    @Body({ schema: requestMagicLinkSchema }) body: RequestMagicLink,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Ip() address: string,
  ): Promise<Reply<{ sent: true; magic_link?: string }>> {
    return toReply(await this.magicLinks.send({ body, idempotencyKey, address }));
  }

  @Post('verify')
  @HttpCode(200)
  @LimitPerAddress({ name: 'verify', perMinute: 10 })
  async verify(@Body({ schema: verifyMagicLinkSchema }) { token }: VerifyMagicLink): Promise<Reply<IdentityRecord>> {
    return this.identities.welcome(await this.verifier.verify(token));
  }
}

function toReply({ link, replayed }: SentLink): Reply<{ sent: true; magic_link?: string }> {
  const headers = { 'Cache-Control': 'no-store', ...replayHeaders(replayed) };
  return new Reply({ sent: true, ...(link !== undefined && { magic_link: link }) }, { headers });
}
