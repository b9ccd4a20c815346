import { Controller, Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { ResponseStreams } from '../../platform/streams/response-streams.service.js';
import { largeSimulationKind } from '../kinds/large-simulation.kind.js';
import { resultFormats } from '../results/result-format.js';
import { runCodes } from '../kinds/index.js';
import { runIdSchema } from '../run.record.js';
import { blockIndexSchema, blockRecordSchema, type BlockRecord, RunBlocks } from './run-blocks.service.js';

const { tag, path } = largeSimulationKind;
const { notFound, notComplete } = runCodes;
const { mediaType, contentType } = resultFormats.parquet;

/** The agents of large simulations, which are too many for pages. */
@Controller(`v1/${path}/:large_simulation_id/blocks`)
@InTag(tag)
@RequireScope('simulations:read')
export class BlocksController {
  constructor(
    private readonly blocks: RunBlocks,
    private readonly streams: ResponseStreams,
  ) {}

  @Get()
  @Documented({
    summary: 'List the blocks of a large simulation',
    description:
      'Returns the blocks of a completed large simulation in their order. Their files together are one data set: each has the same columns, and `index` counts the agents of the whole simulation.',
    parameters: { large_simulation_id: runIdSchema(largeSimulationKind) },
    data: blockRecordSchema.array(),
    errors: [notFound, notComplete],
  })
  list(@CurrentCaller() caller: Caller, @Param('large_simulation_id') id: string): Promise<BlockRecord[]> {
    return this.blocks.list(caller, id);
  }

  @Get(':block')
  @Documented({
    summary: 'Read the agents of a block',
    description:
      'Returns the agents of one block as a Parquet file. Files are deleted after the retention period of results.',
    parameters: { large_simulation_id: runIdSchema(largeSimulationKind), block: blockIndexSchema },
    content: { [mediaType]: z.string() },
    headers: ['ETag', 'Cache-Control', 'Vary'],
    errors: [notFound, notComplete, 'block_not_found', 'results_expired', 'response_stream_limit_reached'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @Param('large_simulation_id') id: string,
    @Param('block') block: string,
  ): Promise<StreamReply> {
    const found = await this.blocks.find(caller, id, block);
    const onEnd = await this.streams.openDownload(caller);
    const head = { type: contentType, compressible: false, tag: String(found.digest) };
    return new StreamReply(head, async () => ({ content: await this.blocks.file(caller, found) }), onEnd);
  }
}
