import { Body, Controller, HttpCode, Post, type Type } from '@nestjs/common';
import { Documented, InTag, SendsWebhooks, type WebhookDocs } from '../common/http/documented.decorators.js';
import { Reply } from '../common/http/reply.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { IdempotencyKey, replayHeaders } from '../platform/idempotency/idempotency-key.js';
import { PreferWait, type Wait } from './progress/prefer-wait.js';
import { RunProgress } from './progress/run-progress.service.js';
import { pollHeaders } from './run.controller.js';
import { RunCreation } from './run-creation.service.js';
import { isGroup, locationOf, usesLanguageModel, type RegisteredKind, type RunRequest } from './run.kind.js';
import { dryRunSchemaOf } from './run.record.js';

/** Returns the controller that creates runs of a kind. */
export function creationController(kind: RegisteredKind): Type {
  const { noun, path, texts, work, invalid, codes } = kind;
  const bodySchema = kind.request;

  @Controller(`v1/${path}`)
  @SendsWebhooks(...webhooksOf(kind))
  @InTag(kind.tag)
  class RunCreationController {
    constructor(
      private readonly creation: RunCreation,
      private readonly progress: RunProgress,
    ) {}

    @Post()
    @HttpCode(202)
    @RequireScope('simulations:write')
    @Documented({
      summary: `Create a ${noun}`,
      description: `${texts.create} Poll the URL in \`Location\` at the interval in \`Retry-After\`, open its event stream, or receive a webhook. With \`Prefer: wait=10\`, the response waits at most ten seconds for the ${noun} to finish. With \`dry_run\`, nothing is queued: the response is 200 with the resolved request and its cost.`,
      data: kind.format.schema,
      otherStatuses: [{ status: 200, data: dryRunSchemaOf(kind) }],
      headers: ['Location', 'Retry-After', 'Preference-Applied'],
      errors: [
        ...(kind.fromDataset
          ? (['invalid_spec', 'dataset_not_found'] as const)
          : ([
              ...(['invalid_workflow', 'invalid_scenario_context', 'invalid_adjustment'] as const),
              'agent_count_exceeds_plan',
            ] as const)),
        ...(invalid ? [invalid] : []),
        ...(usesLanguageModel(work) ? (['language_model_not_configured'] as const) : []),
        // A replay of a create whose run was deleted.
        codes.notFound,
        'insufficient_quota',
        'processor_limit_reached',
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
          Location: locationOf(kind, record.id),
          ...headers,
          ...replayHeaders(created.replayed),
          ...pollHeaders(record),
        },
      });
    }
  }

  // The ids of operations start with the name of the controller.
  const name = `${path.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())}Controller`;
  Object.defineProperty(RunCreationController, 'name', { value: name });
  return RunCreationController;
}

/** The events of a kind. A group has one event, because its status follows from its simulations. */
function webhooksOf({ name, noun, work, format: { schema: data } }: RegisteredKind): WebhookDocs[] {
  const eventOf = (status: string, event: string, description: string) => ({
    type: `${name}.${status}`,
    summary: `Receive the ${event} of a ${noun}`,
    description,
    data,
  });
  if (isGroup(work)) {
    const parts = work.inBlocks ? 'block' : 'simulation';
    const text = `Sent once, when every ${parts} of the ${noun} is finished. \`data.status\` shows the result.`;
    return [eventOf('completed', 'completion', text)];
  }
  const children = work === 'agents' ? ' Points of a parameter sweep send no events of their own.' : '';
  return [
    eventOf('completed', 'completion', `Sent once, after the result is stored.${children}`),
    eventOf('failed', 'failure', 'Sent once. `data.failure` contains the cause, and the quota is refunded.'),
    eventOf('canceled', 'cancellation', 'Sent once, after a cancellation request took effect.'),
  ];
}
