import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { routeQuestion, type Routed } from './confidence/route-question.js';
import { prepared, type Embedder } from './embedding/embedder.js';
import { LocalEmbedder } from './embedding/local.embedder.js';
import { RemoteEmbedder } from './embedding/remote.embedder.js';
import { VectorCache } from './embedding/vector-cache.js';
import { QuestionScorer, type RoutedWorkflow } from './scorer/question-scorer.js';
import { WorkflowCatalog } from './workflow-catalog.service.js';

/** A workflow for a question, by the name that people know it by. */
export interface NamedRoute extends Routed {
  workflowName: string;
}

/** A question does not wait longer for its vector: it is routed by its words. */
const patienceMs = 1_000;
const retryMs = 10_000;

/**
 * Finds the workflow for a question. At the start words alone are compared; as soon as the catalog has its vectors, at once where they
 * are cached, meaning is compared too. Whenever the embedder fails, words serve alone, and it is asked again for the next question.
 */
@Injectable()
export class QuestionRouter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(QuestionRouter.name);
  private readonly embedder: Embedder;
  private readonly workflows: RoutedWorkflow[];
  private readonly names: Map<string, string>;
  private scorer: QuestionScorer;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    catalog: WorkflowCatalog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    const { embeddings } = settings;
    this.embedder = embeddings ? new RemoteEmbedder(embeddings) : new LocalEmbedder();
    this.workflows = catalog.builtIn().map(({ definition: { workflow_id, routing } }) => ({
      ...{ id: workflow_id, examples: routing.examples, notFor: routing.not_for },
    }));
    this.names = new Map(catalog.builtIn().map(({ definition: { workflow_id, name } }) => [workflow_id, name]));
    this.scorer = new QuestionScorer(this.workflows);
  }

  /** The start does not wait for it. */
  onApplicationBootstrap(): void {
    void this.learnVectors();
  }

  /** The best first; see {@link routeQuestion}. */
  async route(question: string, most: number): Promise<NamedRoute[]> {
    const vector = this.scorer.hasVectors ? await this.vectorOf(question) : undefined;
    const routed = routeQuestion(this.scorer, question, vector, most);
    return routed.map((route) => ({ ...route, workflowName: this.names.get(route.workflow.id) ?? route.workflow.id }));
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await this.embedder.close();
  }

  private async learnVectors(): Promise<void> {
    try {
      const cache = new VectorCache(this.embedder, this.settings.dataDir);
      const texts = this.workflows.flatMap(({ examples, notFor }) => [...examples, ...notFor]);
      this.scorer = new QuestionScorer(this.workflows, await cache.vectorsOf(texts));
    } catch (error) {
      if (this.closed) return;
      this.logger.warn({ error }, 'the catalog has no vectors yet: questions are routed by their words');
      this.retry = setTimeout(() => void this.learnVectors(), retryMs).unref();
    }
  }

  private async vectorOf(question: string): Promise<Float32Array | undefined> {
    const text = prepared(question);
    if (text === '') return undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, patienceMs, undefined)));
      const [vector] = (await Promise.race([this.embedder.embed([text]), late])) ?? [];
      return vector;
    } catch (error) {
      this.logger.warn({ error }, 'a question was routed by its words alone');
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}
