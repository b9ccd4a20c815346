import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import { z } from 'zod';
import { Documented, InSection } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import { Public } from '../../common/identity/identity.decorators.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { authSection } from '../auth.section.js';
import { Identities } from '../identities.service.js';
import { identitySchema, type IdentityRecord } from '../identity.record.js';
import { LinkVerifier } from './link-verifier.service.js';
import {
  requestMagicLinkSchema,
  verifyMagicLinkSchema,
  type RequestMagicLink,
  type VerifyMagicLink,
} from './magic-link.schema.js';
import { MagicLinks, type SentLink } from './magic-links.service.js';

const sentSchema = z.strictObject({
  sent: z.literal(true),
  magic_link: z.url().optional().meta({ description: 'The link itself, with `SVC_DEBUG=1` only.' }),
});

@Controller('v1/auth/magic-link')
@Public()
@InSection(authSection)
export class MagicLinkController {
  constructor(
    private readonly magicLinks: MagicLinks,
    private readonly verifier: LinkVerifier,
    private readonly identities: Identities,
  ) {}

  @Post('request')
  @HttpCode(202)
  @LimitPerAddress({ name: 'magic-link', perMinute: 5 })
  @Documented({
    summary: 'Ask for a sign-in link',
    description:
      'Sends a link that works once, for 15 minutes. Sign-up and login are the same: the answer never says whether there is an account. Five a minute from one address, and to one e-mail address.',
    data: sentSchema,
    headers: ['Cache-Control'],
    errors: ['email_delivery_failed'],
  })
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
  @Documented({
    summary: 'Sign in by a link',
    description: 'Spends the token of the link; who is new gets an account. Ten a minute from one address.',
    data: identitySchema,
    headers: ['Set-Cookie', 'Cache-Control'],
    errors: ['magic_link_invalid'],
  })
  async verify(@Body({ schema: verifyMagicLinkSchema }) { token }: VerifyMagicLink): Promise<Reply<IdentityRecord>> {
    return this.identities.welcome(await this.verifier.verify(token));
  }
}

function toReply({ link, replayed }: SentLink): Reply<{ sent: true; magic_link?: string }> {
  const headers = { 'Cache-Control': 'no-store', ...replayHeaders(replayed) };
  return new Reply({ sent: true, ...(link !== undefined && { magic_link: link }) }, { headers });
}
