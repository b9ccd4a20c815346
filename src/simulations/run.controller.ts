import {
  applyDecorators,
  Body,
  Controller,
  createParamDecorator,
  Delete,
  Get,
  Header,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  StreamableFile,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { Documented, InTag, readingHeader } from '../common/http/documented.decorators.js';
import { updateAnnotationsSchema, type UpdateAnnotations } from '../common/annotations.schema.js';
import { Reply } from '../common/http/reply.js';
import type { StreamReply } from '../common/http/stream-reply.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { pageMetaSchema, type PageQuery } from '../common/pagination/page.js';
import { PreferWait, type Wait } from './progress/prefer-wait.js';
import { RunProgress } from './progress/run-progress.service.js';
import type { RunAddress } from './run.addresses.js';
import { RunChanges } from './run-changes.service.js';
import { RunDocuments } from './run-documents.service.js';
import { hasPoints, type RunRecord } from './run.kind.js';
import { reproduceSchema } from './reproduce.js';
import { manifestSchema, type Manifest } from './run.manifest.js';
import { runIdSchemaOf, tableMetaSchema } from './run.record.js';
import { isFinished } from './run.state.js';
import { RunStore } from './run-store.service.js';
import {
  documentedTable,
  tableFormatsText,
  tableQuerySchema,
  tableRowSchema,
  type TableQuery,
} from './tables/table-replies.service.js';

/** Returns the delay until the next poll, for an unfinished run. */
export const pollHeaders = ({ status }: Pick<RunRecord, 'status'>): Record<string, string> =>
  isFinished(status) ? {} : { 'Retry-After': '1' };

const LastEventId = () =>
  readingHeader(
    {
      name: 'Last-Event-ID',
      description:
        '`id` of the last received event. The stream starts after it. EventSource clients send it automatically.',
      required: false,
      schema: z.string().meta({ examples: ['1-1-500'] }),
      errors: [],
    },
    createParamDecorator(
      (_: unknown, context: ExecutionContext) =>
        context.switchToHttp().getRequest<Request>().headers['last-event-id'] as string | undefined,
    )(),
  );

/** Proxies must forward each event immediately. Some buffer a response that they compress, which `no-transform` prevents. */
const unbuffered = () =>
  applyDecorators(Header('Cache-Control', 'no-store, no-transform'), Header('X-Accel-Buffering', 'no'));

/** Returns the controller that reads, changes and cancels the runs at an address. */
export function runController(address: RunAddress): Type {
  const { path, noun, plural, codes, kinds, texts } = address;
  const id = runIdSchemaOf(kinds, noun);
  const parameters = { id };
  const { notFound, notComplete, notFinished, alreadyFinished } = codes;
  const record = unionOf(kinds.map(({ format }) => format.schema));
  const whole = unionOf(kinds.map(({ format }) => format.whole?.schema ?? format.schema));

  @Controller(`v1/${path}`)
  @InTag(address.tag)
  class RunController {
    constructor(
      private readonly store: RunStore,
      private readonly changes: RunChanges,
      private readonly documents: RunDocuments,
      private readonly progress: RunProgress,
    ) {}

    @Get()
    @RequireScope('simulations:read')
    @Documented({
      summary: `List ${plural}`,
      description: texts.list,
      data: record.array(),
      meta: pageMetaSchema,
    })
    list(
      @CurrentCaller() caller: Caller,
      @Query({ schema: address.query }) query: PageQuery & object,
    ): Promise<Reply<RunRecord[]>> {
      return address.page(this.store, caller, query);
    }

    @Get(':id')
    @RequireScope('simulations:read')
    @Documented({
      summary: `Read a ${noun}`,
      description: `Returns a ${noun} with its progress and, once completed, its result. While it is \`queued\` or \`running\`, the response has \`Retry-After\`. With \`Prefer: wait=10\`, the response waits at most ten seconds for the ${noun} to finish.`,
      parameters,
      data: whole,
      headers: ['Retry-After', 'Preference-Applied'],
      errors: [notFound],
    })
    async get(
      @CurrentCaller() caller: Caller,
      @Param('id') id: string,
      @PreferWait() wait: Wait | undefined,
    ): Promise<Reply<RunRecord>> {
      const kind = address.kindOf(id);
      const found = await this.store.find(caller, kind, id, true);
      const { row, headers } = await this.progress.waitForRow(caller, found, wait);
      const record = await this.store.whole(caller, kind, row);
      return new Reply(record, { headers: { ...headers, ...pollHeaders(record) } });
    }

    @Get(':id/events')
    @RequireScope('simulations:read')
    @unbuffered()
    @Documented({
      summary: `Stream the events of a ${noun}`,
      description: `Opens a stream of server-sent events: \`state\` with \`{ id, status }\`, \`progress\` with the field \`progress\` of the record, and finally \`done\` with the ${noun} record. A stream lasts at most ten minutes; EventSource clients reconnect automatically. A client that reconnects after \`done\` receives 204. A stream ends within five seconds after its credential was revoked. Limit: 20 streaming responses per organization and server process, including downloads of results.`,
      parameters,
      content: { 'text/event-stream': z.string().meta({ examples: ['event: state\ndata: {"status":"running"}\n\n'] }) },
      otherStatuses: [204],
      headers: ['Cache-Control'],
      errors: [notFound, 'event_stream_limit_reached'],
    })
    async listen(
      @CurrentCaller() caller: Caller,
      @Param('id') id: string,
      @LastEventId() lastEventId: string | undefined,
    ): Promise<StreamableFile | Reply<null>> {
      const kind = address.kindOf(id);
      return this.progress.stream(caller, kind, await this.store.find(caller, kind, id), lastEventId);
    }

    @Get(':id/table')
    @RequireScope('simulations:read')
    @Documented({
      summary: `Read the table of a ${noun}`,
      description: `${texts.table} ${tableFormatsText}`.replaceAll('\n\n ', '\n\n'),
      parameters,
      data: tableRowSchema(kinds[0]!.texts.tableRow).array(),
      ...(kinds.some(hasPoints) && { meta: tableMetaSchema.optional() }),
      ...documentedTable,
      errors: [notFound, notComplete, 'not_acceptable', 'processor_limit_reached'],
    })
    readTable(
      @CurrentCaller() caller: Caller,
      @Param('id') id: string,
      @Query({ schema: tableQuerySchema }) query: TableQuery,
      @Headers('accept') accept: string | undefined,
    ): Promise<StreamReply> {
      return this.documents.table(caller, address.kindOf(id), id, { query, accept });
    }

    @Get(':id/manifest')
    @RequireScope('simulations:read')
    @Documented({
      summary: `Read the manifest of a ${noun}`,
      description: texts.manifest,
      parameters,
      data: unionOf(kinds.map(manifestSchema)),
      meta: z.strictObject({ reproduce: reproduceSchema }),
      withoutExample: true,
      errors: [notFound, notComplete],
    })
    async readManifest(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<Reply<Manifest>> {
      const { manifest, reproduce } = await this.documents.manifest(caller, address.kindOf(id), id);
      return new Reply(manifest, { meta: { reproduce } });
    }

    @Patch(':id')
    @RequireScope('simulations:write', 'simulations:read')
    @Documented({
      summary: `Update a ${noun}`,
      description: `Changes the name, the notes and the metadata of a ${noun}, in any status. Omitted fields stay unchanged, and null removes a value. The results do not change.`,
      parameters,
      data: record,
      errors: [notFound],
    })
    async update(
      @CurrentCaller() caller: Caller,
      @Param('id') id: string,
      @Body({ schema: updateAnnotationsSchema }) body: UpdateAnnotations,
    ): Promise<RunRecord> {
      const kind = address.kindOf(id);
      return kind.format.of(await this.changes.update(caller, kind, id, body));
    }

    @Post(':id/cancel')
    @HttpCode(200)
    @RequireScope('simulations:write')
    @Documented({
      summary: `Cancel a ${noun}`,
      description: texts.cancel,
      parameters,
      data: record,
      errors: [notFound, alreadyFinished],
    })
    async cancel(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<RunRecord> {
      const kind = address.kindOf(id);
      return kind.format.of(await this.changes.cancel(caller, kind, id));
    }

    @Delete(':id')
    @HttpCode(200)
    @RequireScope('simulations:write')
    @Documented({
      summary: `Delete a ${noun}`,
      description: texts.remove,
      parameters,
      data: z.strictObject({ id, deleted: z.literal(true) }),
      errors: [notFound, notFinished],
    })
    remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<{ id: string; deleted: true }> {
      return this.changes.remove(caller, address.kindOf(id), id);
    }
  }

  // The ids of operations start with the name of the controller.
  Object.defineProperty(RunController, 'name', { value: `${path[0]!.toUpperCase()}${path.slice(1)}Controller` });
  return RunController;
}

function unionOf(schemas: readonly z.ZodType[]): z.ZodType {
  const [only, ...others] = schemas;
  return others.length === 0 ? only! : z.union([only!, ...others]);
}
