import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import { Reply } from '../common/http/reply.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { pageMetaSchema } from '../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../platform/idempotency/idempotency-key.js';
import { DatasetCreation } from './dataset-creation.service.js';
import {
  datasetIdSchema,
  datasetRecordSchema,
  datasetSummarySchema,
  deletedDatasetSchema,
  type DatasetRecord,
  type DatasetSummary,
  createDatasetSchema,
  datasetFiles,
  listDatasetsSchema,
  type CreateDataset,
  type ListDatasets,
} from './dataset.record.js';
import { Datasets } from './datasets.service.js';
import {
  draftSpecSchema,
  specDraftSchema,
  type DraftSpecRequest,
  type SpecDraftRecord,
  SpecDrafts,
} from './spec/spec-drafts.service.js';

const datasetsTag = {
  name: 'Datasets',
  description: 'Tables of the organization, uploaded as files: their columns, and what each can mean in a model.',
};

const parameters = { dataset_id: datasetIdSchema };

@Controller('v1/datasets')
@InTag(datasetsTag)
export class DatasetsController {
  constructor(
    private readonly datasets: Datasets,
    private readonly creation: DatasetCreation,
    private readonly drafts: SpecDrafts,
  ) {}

  @Post()
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Upload a dataset',
    description:
      'Stores a table from a CSV, TSV, NDJSON or Parquet file and returns its columns: type, missing values, distribution and likely meaning. The file is the body, with the query parameters. An organization uploads one file at a time: others get 429. A file with a problem is rejected with its line and the fix, and nothing is stored. The file must arrive within 60 seconds: compress a large one with `Content-Encoding: gzip`.',
    data: datasetRecordSchema,
    requestFiles: datasetFiles,
    headers: ['Location'],
    // The replay of a create whose dataset was deleted is 404.
    errors: ['invalid_dataset', 'dataset_limit_reached', 'processor_limit_reached', 'dataset_not_found'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Query({ schema: createDatasetSchema }) query: CreateDataset,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<DatasetRecord>> {
    const { record, replayed } = await this.creation.create(caller, request, query, idempotencyKey);
    if (replayed) await this.datasets.summary(caller, record.id);
    return new Reply(record, { headers: { Location: `/v1/datasets/${record.id}`, ...replayHeaders(replayed) } });
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List datasets',
    description: 'Returns the datasets of the organization in this tier, newest first, without their columns.',
    data: datasetSummarySchema.array(),
    meta: pageMetaSchema,
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listDatasetsSchema }) query: ListDatasets,
  ): Promise<Reply<DatasetSummary[]>> {
    return this.datasets.page(caller, query);
  }

  @Get(':dataset_id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a dataset',
    description: 'Returns the columns of the dataset. The rows are not returned.',
    parameters,
    data: datasetRecordSchema,
    errors: ['dataset_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('dataset_id') id: string): Promise<DatasetRecord> {
    return this.datasets.get(caller, id);
  }

  @Post(':dataset_id/spec')
  @HttpCode(200)
  @RequireScope('simulations:write', 'simulations:read')
  @Documented({
    summary: 'Draft a spec',
    description:
      'Drafts the spec of a model from the dataset and from what you know about it. The response has the spec as YAML, with a reason for each guess, and questions about decisions that do not follow from the data. Send the answers in the fields of the same request. Nothing is stored: `POST /v1/fits` fits the spec.',
    parameters,
    data: specDraftSchema,
    errors: ['dataset_not_found', 'invalid_spec', 'processor_limit_reached'],
  })
  draftSpec(
    @CurrentCaller() caller: Caller,
    @Param('dataset_id') id: string,
    @Body({ schema: draftSpecSchema }) body: DraftSpecRequest,
  ): Promise<SpecDraftRecord> {
    return this.drafts.of(caller, id, body);
  }

  @Delete(':dataset_id')
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Delete a dataset',
    description:
      'Deletes the dataset and all copies of its rows, also as agents of completed simulations, which keep their statistics and reports. In a bucket, files are deleted within 2 hours. Fits and workflows remain; later simulations draw agents from the fitted distribution.',
    parameters,
    data: deletedDatasetSchema,
    errors: ['dataset_not_found'],
  })
  remove(@CurrentCaller() caller: Caller, @Param('dataset_id') id: string): Promise<{ id: string; deleted: true }> {
    return this.datasets.remove(caller, id);
  }
}
