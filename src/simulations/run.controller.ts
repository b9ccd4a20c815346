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
  Res,
  StreamableFile,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  Documented,
  InTag,
  readingHeader,
  SendsWebhooks,
  type WebhookDocs,
} from '../common/http/documented.decorators.js';
import { updateAnnotationsSchema, type UpdateAnnotations } from '../common/annotations.schema.js';
import type { Html } from '../common/http/html.js';
import { Reply } from '../common/http/reply.js';
import type { StreamReply } from '../common/http/stream-reply.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { pageMetaSchema, pageQueryShape, type PageQuery } from '../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../platform/idempotency/idempotency-key.js';
import { PreferWait, type Wait } from './progress/prefer-wait.js';
import { RunProgress } from './progress/run-progress.service.js';
import { sendReport } from './report/send-report.js';
import { RunChanges } from './run.changes.js';
import { RunCreation } from './run.creation.js';
import { RunDocuments } from './run.documents.js';
import {
  isGroup,
  parameterOf,
  usesLanguageModel,
  type RegisteredKind,
  type RunRecord,
  type RunRequest,
} from './run.kind.js';
import { reproduceSchema } from './reproduce.js';
import { manifestSchema, type Manifest } from './run.manifest.js';
import { deletedSchema, dryRunSchemaOf, runIdSchema, tableMetaSchema } from './run.record.js';
import { isFinished } from './run.state.js';
import { RunStore } from './run.store.js';
import {
  documentedTable,
  tableFormatsText,
  tableQuerySchema,
  tableRowSchema,
  type TableQuery,
} from './tables/table.schema.js';
import { viewSchema, viewText, type View } from './view/view.schema.js';

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

/** Returns the controller with the routes that every kind of run has. */
export function runController(kind: RegisteredKind): Type {
  const { name, noun, plural, path, texts, codes, work } = kind;
  const parameter = parameterOf(kind);
  const parameters = { [parameter]: runIdSchema(kind) };
  const location = (id: string) => `/v1/${path}/${id}`;
  const { notFound, notComplete, notFinished, alreadyFinished } = codes;
  const data = kind.format.schema;
  const whole = kind.format.whole?.schema ?? data;
  const bodySchema = kind.request;
  const querySchema = z.strictObject({ ...pageQueryShape, ...kind.filters?.shape });
  const group = isGroup(work) ? work : undefined;
  const unlisted = Object.entries(kind.unlisted ?? {}).map(
    ([field, value]) => `\`${field}\` is ${value === null ? 'null' : 'empty'} in lists;`,
  );
  const waitText = `With \`Prefer: wait=10\`, the response waits at most ten seconds for the ${noun} to finish.`;

  @Controller(`v1/${path}`)
  @SendsWebhooks(...webhooksOf(kind))
  @InTag(kind.tag)
  class RunController {
    constructor(
      private readonly creation: RunCreation,
      private readonly store: RunStore,
      private readonly changes: RunChanges,
      private readonly documents: RunDocuments,
      private readonly progress: RunProgress,
    ) {}

    @Post()
    @HttpCode(202)
    @RequireScope('simulations:write')
    @Documented({
      summary: `Create a ${noun}`,
      description: `${texts.create} Poll the URL in \`Location\` at the interval in \`Retry-After\`, open its event stream, or receive a webhook. ${waitText} With \`dry_run\`, nothing is queued: the response is 200 with the resolved request and its cost.`,
      data,
      otherStatuses: [{ status: 200, data: dryRunSchemaOf(kind) }],
      headers: ['Location', 'Retry-After', 'Preference-Applied'],
      errors: [
        ...(kind.fromDataset
          ? (['invalid_spec', 'dataset_not_found'] as const)
          : ([
              ...(['invalid_workflow', 'invalid_scenario_context', 'invalid_adjustment'] as const),
              'agent_count_exceeds_plan',
            ] as const)),
        ...(codes.invalid ? [codes.invalid] : []),
        ...(usesLanguageModel(work) ? (['language_model_not_configured'] as const) : []),
        'insufficient_quota',
      ],
    })
    async create(
      @CurrentCaller() caller: Caller,
      @Body({ schema: bodySchema }) body: RunRequest,
      @IdempotencyKey() idempotencyKey: string | undefined,
      @PreferWait() wait: Wait | undefined,
    ): Promise<Reply<object>> {
      if (body.dry_run) return new Reply(await this.creation.estimate(caller, kind, body), { status: 200 });
      const created = await this.creation.create(caller, kind, body, idempotencyKey);
      const { record, headers } = await this.progress.wait(caller, kind, created, wait);
      return new Reply<object>(record, {
        headers: {
          Location: location(record.id),
          ...headers,
          ...replayHeaders(created.replayed),
          ...pollHeaders(record),
        },
      });
    }

    @Get()
    @RequireScope('simulations:read')
    @Documented({
      summary: `List ${plural}`,
      description: [
        `Returns the ${plural} of the organization in this tier, newest first.`,
        ...(texts.list ? [texts.list] : []),
        ...unlisted.map((own) => `${own} \`GET /v1/${path}/{${parameter}}\` returns it.`),
      ].join(' '),
      data: data.array(),
      meta: pageMetaSchema,
      errors: ['invalid_cursor'],
    })
    list(
      @CurrentCaller() caller: Caller,
      @Query({ schema: querySchema }) query: PageQuery & object,
    ): Promise<Reply<RunRecord[]>> {
      return this.store.page(caller, kind, query);
    }

    @Get(`:${parameter}`)
    @RequireScope('simulations:read')
    @Documented({
      summary: `Read a ${noun}`,
      description: `Returns a ${noun} with its progress and, once completed, its result. While it is \`queued\` or \`running\`, the response has \`Retry-After\`. ${waitText}`,
      parameters,
      data: whole,
      headers: ['Retry-After', 'Preference-Applied'],
      errors: [notFound],
    })
    async get(
      @CurrentCaller() caller: Caller,
      @Param(parameter) id: string,
      @PreferWait() wait: Wait | undefined,
    ): Promise<Reply<RunRecord>> {
      const found = await this.store.find(caller, kind, id);
      const { row, headers } = await this.progress.waitForRow(caller, found, wait);
      const record = await this.store.whole(caller, kind, row);
      return new Reply(record, { headers: { ...headers, ...pollHeaders(record) } });
    }

    @Get(`:${parameter}/events`)
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
      @Param(parameter) id: string,
      @LastEventId() lastEventId: string | undefined,
    ): Promise<StreamableFile | Reply<null>> {
      return this.progress.stream(caller, kind, await this.store.find(caller, kind, id), lastEventId);
    }

    @Get(`:${parameter}/table`)
    @RequireScope('simulations:read')
    @Documented({
      summary: `Read the table of a ${noun}`,
      description: `${texts.table} ${tableFormatsText}`,
      parameters,
      data: tableRowSchema(texts.tableRow).array(),
      ...(group && !group.inBlocks && { meta: tableMetaSchema(kind) }),
      ...documentedTable,
      errors: [notFound, ...(group?.hasPartialTable ? [] : [notComplete]), 'not_acceptable'],
    })
    readTable(
      @CurrentCaller() caller: Caller,
      @Param(parameter) id: string,
      @Query({ schema: tableQuerySchema }) query: TableQuery,
      @Headers('accept') accept: string | undefined,
    ): Promise<StreamReply> {
      return this.documents.table(caller, kind, id, { query, accept });
    }

    @Get(`:${parameter}/view`)
    @RequireScope('simulations:read')
    @Documented({
      summary: `Read the view of a ${noun}`,
      description: viewText(noun),
      parameters,
      data: viewSchema,
      errors: [notFound, notComplete],
    })
    readView(@CurrentCaller() caller: Caller, @Param(parameter) id: string): Promise<View> {
      return this.documents.view(caller, kind, id);
    }

    @Get(`:${parameter}/report`)
    @RequireScope('simulations:read')
    @Documented({
      summary: `Read the report of a ${noun}`,
      description: `${texts.report ?? ''} The page is self-contained, printable and has no scripts.`,
      parameters,
      content: { 'text/html': z.string() },
      headers: ['Cache-Control'],
      errors: [notFound, notComplete],
    })
    async readReport(
      @CurrentCaller() caller: Caller,
      @Param(parameter) id: string,
      @Res({ passthrough: true }) response: Response,
    ): Promise<Html> {
      const page = await this.documents.report(caller, kind, id);
      return sendReport(response, page);
    }

    @Get(`:${parameter}/manifest`)
    @RequireScope('simulations:read')
    @Documented({
      summary: `Read the manifest of a ${noun}`,
      description:
        texts.manifest ??
        `Returns everything needed to compute the result of a completed ${noun} again: definition, scenario, request, seed, agent count, engine version and the digest of the result. \`npm run --silent cli -- simulation reproduce manifest.json\` computes it again and compares the digest. \`meta.reproduce\` has programs that create the ${noun} again.`,
      parameters,
      data: manifestSchema(kind),
      meta: z.strictObject({ reproduce: reproduceSchema }),
      withoutExample: true,
      errors: [notFound, notComplete],
    })
    async readManifest(@CurrentCaller() caller: Caller, @Param(parameter) id: string): Promise<Reply<Manifest>> {
      const { manifest, reproduce } = await this.documents.manifest(caller, kind, id);
      return new Reply(manifest, { meta: { reproduce } });
    }

    @Patch(`:${parameter}`)
    @RequireScope('simulations:write')
    @Documented({
      summary: `Update a ${noun}`,
      description: `Changes the name, the notes and the metadata of a ${noun}, in any status. Omitted fields stay unchanged, and null removes a value. The results do not change.`,
      parameters,
      data,
      errors: [notFound],
    })
    async update(
      @CurrentCaller() caller: Caller,
      @Param(parameter) id: string,
      @Body({ schema: updateAnnotationsSchema }) body: UpdateAnnotations,
    ): Promise<RunRecord> {
      return kind.format.of(await this.changes.update(caller, kind, id, body));
    }

    @Post(`:${parameter}/cancel`)
    @HttpCode(200)
    @RequireScope('simulations:write')
    @Documented({
      summary: `Cancel a ${noun}`,
      description:
        texts.cancel ??
        `Cancels a queued or running ${noun}. A queued one never runs, and its quota is refunded. A running one stops within one second. The event \`${name}.canceled\` is sent.`,
      parameters,
      data,
      errors: [notFound, alreadyFinished],
    })
    async cancel(@CurrentCaller() caller: Caller, @Param(parameter) id: string): Promise<RunRecord> {
      return kind.format.of(await this.changes.cancel(caller, kind, id));
    }

    @Delete(`:${parameter}`)
    @HttpCode(200)
    @RequireScope('simulations:write')
    @Documented({
      summary: `Delete a ${noun}`,
      description: [
        `Hides a finished ${noun}${group ? (group.inBlocks ? ' and its blocks' : ' and its simulations') : ''}: reads return 404 from then on, and lists leave it out. Its quota is not refunded, and its webhook deliveries continue.`,
        ...(texts.remove ? [texts.remove] : []),
      ].join(' '),
      parameters,
      data: deletedSchema(kind),
      errors: [notFound, notFinished],
    })
    remove(@CurrentCaller() caller: Caller, @Param(parameter) id: string): Promise<{ id: string; deleted: true }> {
      return this.changes.remove(caller, kind, id);
    }
  }

  if (!kind.view) for (const name of ['readView', 'readReport']) Reflect.deleteProperty(RunController.prototype, name);
  // The ids of operations start with the name of the controller.
  const controllerName = `${path.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())}Controller`;
  Object.defineProperty(RunController, 'name', { value: controllerName });
  return RunController;
}

/** The events of a kind. A group has one event, because its status follows from its simulations. */
function webhooksOf({ name, noun, work, format: { schema: data } }: RegisteredKind): WebhookDocs[] {
  if (isGroup(work))
    return [
      {
        type: `${name}.completed`,
        summary: `Receive the completion of a ${noun}`,
        description: `Sent once, when every ${work.inBlocks ? 'block' : 'simulation'} of the ${noun} is finished. \`data.status\` shows the result.`,
        data,
      },
    ];
  const children = work === 'agents' ? ' Points of a parameter sweep send no events of their own.' : '';
  return [
    {
      type: `${name}.completed`,
      summary: `Receive the completion of a ${noun}`,
      description: `Sent once, after the result is stored.${children}`,
      data,
    },
    {
      type: `${name}.failed`,
      summary: `Receive the failure of a ${noun}`,
      description: 'Sent once. `data.failure` contains the cause, and the quota is refunded.',
      data,
    },
    {
      type: `${name}.canceled`,
      summary: `Receive the cancellation of a ${noun}`,
      description: 'Sent once, after a cancellation request took effect.',
      data,
    },
  ];
}
