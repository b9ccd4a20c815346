import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { pageMetaSchema } from '../common/pagination/page.js';
import { IdempotencyKey } from '../platform/idempotency/idempotency-key.js';
import { LogsSecretRead } from '../platform/logging/logs-security-event.decorator.js';
import { runKinds } from '../simulations/kinds/index.js';
import {
  createShareLinkSchema,
  listShareLinksSchema,
  revokedShareLinkSchema,
  shareLinkIdSchema,
  shareLinkRecordSchema,
  shareLinksTag,
  shareLinkWithUrlSchema,
  type CreateShareLink,
  type ListShareLinks,
  type ShareLinkRecord,
  type ShareLinkWithUrl,
} from './share-link.record.js';
import { ShareLinks } from './share-links.service.js';

@Controller('v1/share-links')
@InTag(shareLinksTag)
export class ShareLinksController {
  constructor(private readonly links: ShareLinks) {}

  @Post()
  @RequireScope('simulations:write', 'simulations:read')
  @LogsSecretRead()
  @Documented({
    summary: 'Create a share link',
    description:
      'Creates a link with which anyone can read one completed run and its report, until the link expires or is revoked, or the run is deleted. Only this response contains `url`, because the service stores a hash of the token. With `simulator`, visitors also change the parameters of a simulation in their browser. Limit: 1,000 share links per organization and tier.',
    data: shareLinkWithUrlSchema,
    headers: ['Cache-Control'],
    errors: [
      ...runKinds().flatMap(({ codes }) => [codes.notFound, codes.notComplete]),
      ...(['share_link_limit_reached', 'no_simulator'] as const),
      ...(['synthetic_population_required', 'exact_values_consent_required'] as const),
    ],
  })
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createShareLinkSchema }) body: CreateShareLink,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<ShareLinkWithUrl>> {
    return this.links.create(caller, body, idempotencyKey);
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List share links',
    description: 'Returns the share links of the organization in this tier, newest first, without their URLs.',
    data: shareLinkRecordSchema.array(),
    meta: pageMetaSchema,
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listShareLinksSchema }) query: ListShareLinks,
  ): Promise<Reply<ShareLinkRecord[]>> {
    return this.links.list(caller, query);
  }

  @Delete(':link_id')
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Revoke a share link',
    description: 'Deletes a share link permanently. Requests with its token get 404 immediately.',
    parameters: { link_id: shareLinkIdSchema },
    data: revokedShareLinkSchema,
    errors: ['share_link_not_found'],
  })
  revoke(@CurrentCaller() caller: Caller, @Param('link_id') id: string): Promise<{ id: string; deleted: true }> {
    return this.links.revoke(caller, id);
  }
}
