import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import { sha256Hex } from '../common/crypto.js';
import { AppError } from '../common/errors/app-error.js';
import { requireBudget } from '../common/processor-budget.js';
import type { Caller } from '../common/identity/caller.js';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import type { Explanation, QuestionText, Routed } from './confidence/route-question.js';
import { prepared, type Embedder, LocalEmbedder, RemoteEmbedder } from './embedding/embedders.js';
import { VectorCache } from './embedding/vector-cache.js';
import { overlapsOf, competitorsOf, type Overlap, type RoutedExample } from './scorer/overlaps.js';
import { type RoutedWorkflow, maxTexts, textsOf, type RoutedCatalog } from './scorer/question-scorer.js';
import { RoutingThread } from './scorer/routing-thread.js';
import { plainText, decidingSentences } from './text/plain-text.js';
import { elasticityFigures } from '../../model/analyses.js';
import { namesOf } from '../../questions/names.js';
import { businessQuestions } from './scorer/business-questions.js';
import type { RoutableVersion } from '../workflows/published-versions.js';
import { WorkflowCatalog, type Workflow } from '../workflows/workflow-catalog.service.js';

export interface RoutedVersion extends Routed {
  version: RoutableVersion;
}

export interface RoutedQuestion {
  /** The five most probable ones, best first. */
  routes: RoutedVersion[];
  scorer: Explanation['method'];
  /** The sentence of a long question that decided, without markup; null if the whole question did. */
  sentence: string | null;
}

interface CatalogWorkflow extends RoutedWorkflow {
  digest: string;
  isPublic: boolean;
}

/** A set of workflows with their vectors. Each distinct set of definitions has its own. */
interface LearnedCatalog extends RoutedCatalog {
  key: string;
  workflows: readonly CatalogWorkflow[];
  thread: RoutingThread;
  learning?: Promise<void> | undefined;
}

/** How long a question waits for its vector, and for the vectors of its catalog, which are missing right after a start. */
const embeddingTimeoutMs = 30_000;
/** The local embedder has one thread. A server computes several texts concurrently. */
const maxConcurrentEmbeddings = { local: 1, remote: 16 };
/** Running and waiting questions of one organization. Each takes some milliseconds. */
const maxPerOrganization = 100;
const maxRoutes = 5;
const retryMs = 10_000;
const idleTimeoutMs = 600_000;
const maxWorkflows = 5_000;
/** Vectors of recent questions, 2 KB each. */
const maxQuestions = 2_000;
/** Vectors of the built-in workflows, written by `npm run catalog:embed`. */
const releasedVectors = join(import.meta.dirname, '../../catalog/vectors');
const nothing: QuestionText = { text: '', vector: undefined };
/** Number of nearest workflows compared with each example of a new workflow. */
const nearestPerExample = 3;

/**
 * Finds the workflow for a question among those that the caller can run. Compares sentence vectors and words. A question waits for the
 * vectors of the catalog. If the embedder fails, only words are compared, and the route says so; the embedder is retried later.
 */
@Injectable()
export class QuestionRouter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(QuestionRouter.name);
  private readonly embedder: Embedder;
  private readonly turns: ConcurrencyLimit;
  /** Thread for catalogs of public workflows only. */
  private readonly shared = new RoutingThread(Infinity);
  /** Thread for catalogs with private workflows. Learning a large one delays only questions of organizations with private workflows. */
  private readonly own = new RoutingThread(idleTimeoutMs);
  private readonly workflows = new LRUCache<string, CatalogWorkflow>({ max: maxWorkflows });
  private readonly catalogs = new LRUCache<string, LearnedCatalog>({
    maxSize: maxTexts,
    sizeCalculation: textsOf,
  });
  private readonly questions = new LRUCache<string, Float32Array>({ max: maxQuestions });
  private vectors: VectorCache | undefined;
  private closed = false;

  constructor(
    private readonly catalog: WorkflowCatalog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    const { embeddings } = settings;
    this.embedder = embeddings ? new RemoteEmbedder(embeddings) : new LocalEmbedder();
    const maxConcurrent = maxConcurrentEmbeddings[embeddings ? 'remote' : 'local'];
    this.turns = new ConcurrencyLimit(maxConcurrent, embeddingTimeoutMs, maxPerOrganization);
  }

  /** Learns the built-in workflows in the background, before the first question. */
  onApplicationBootstrap(): void {
    const builtIn = this.catalogOf(this.catalog.builtIn().map((workflow) => toRouted(workflow, true)));
    void this.learn(builtIn).then(() => this.routeIn(builtIn, nothing, [], 1).catch(() => undefined));
  }

  /**
   * Ranks workflows, see {@link routeQuestion}. Reads the caller's catalog for each question, so that publication and deprecation take
   * effect immediately.
   * Throws {@link AppError} `service_unavailable` if the embedder is not ready in time.
   */
  async route(caller: Caller, question: string): Promise<RoutedQuestion> {
    const [{ versions, catalog }] = await Promise.all([this.catalogFor(caller), requireBudget()]);
    const text = plainText(question);
    if (!catalog.vectors) await inTime(this.learn(catalog));
    const texts = [text, ...decidingSentences(text)];
    const vectors = catalog.vectors ? await this.vectorsOf(texts, caller.organizationId) : undefined;
    const [whole = nothing, ...sentences] = texts.map((one) => ({ text: one, vector: vectors?.get(one) }));
    const { routes: routed, sentence } = await this.routeIn(catalog, whole, sentences, maxRoutes);
    const byId = new Map(versions.map((version) => [version.workflowId, version]));
    const routes = routed.map((route) => ({ ...route, version: byId.get(route.workflow.id)! }));
    return { routes, scorer: routes[0]?.explanation.method ?? 'lexical', sentence };
  }

  /** Finds examples of a new definition that existing workflows would receive, and examples of theirs that it would receive. */
  async overlaps(caller: Caller, added: Workflow, floor: number): Promise<Overlap[]> {
    await requireBudget();
    const own = toRouted(added, false);
    const others = (await this.workflowsOf(caller, await this.catalog.routable(caller))).filter(
      ({ id }) => id !== own.id,
    );
    const today = await this.routeExamples(this.catalogOf(others), [own], nearestPerExample);
    const rivals = competitorsOf(today);
    const then = await this.routeExamples(
      this.catalogOf([...others, own]),
      others.filter(({ id }) => rivals.has(id)),
      1,
    );
    return overlapsOf(today, then, own.id, floor);
  }

  private async routeExamples(
    catalog: LearnedCatalog,
    workflows: readonly CatalogWorkflow[],
    most: number,
  ): Promise<RoutedExample[]> {
    await this.learn(catalog);
    const asked = workflows.flatMap(({ id, examples }) => examples.map((question) => ({ workflowId: id, question })));
    const texts = asked.map(({ question }) => question);
    const vectors = catalog.vectors && (await this.vectors?.vectorsOf(texts).catch(() => undefined));
    // Send the catalog to the thread once instead of with each example.
    await this.routeIn(catalog, nothing, [], 1);
    return Promise.all(
      asked.map(async (example) => ({
        ...example,
        routes: await this.routesOf(catalog, example.question, vectors?.get(example.question), most),
      })),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    await Promise.all([this.embedder.close(), this.shared.close(), this.own.close()]);
  }

  /** The workflows that the caller can run. Reads the database for each question, but compares only digests if the catalog is known. */
  private async catalogFor(caller: Caller): Promise<{ versions: RoutableVersion[]; catalog: LearnedCatalog }> {
    const versions = await this.catalog.routable(caller);
    const known = this.catalogs.get(keyOf(versions));
    return { versions, catalog: known ?? this.catalogOf(await this.workflowsOf(caller, versions)) };
  }

  private async workflowsOf(caller: Caller, versions: readonly RoutableVersion[]): Promise<CatalogWorkflow[]> {
    return Promise.all(
      versions.map(async (version) => {
        const isPublic = version.organizationId === null;
        const known = this.workflows.get(version.digest);
        if (known?.isPublic === isPublic) return known;
        const workflow = toRouted(await this.catalog.of(caller.tier, version.workflowId, version), isPublic);
        this.workflows.set(version.digest, workflow);
        return workflow;
      }),
    );
  }

  private catalogOf(unsorted: readonly CatalogWorkflow[]): LearnedCatalog {
    const workflows = [...unsorted].sort((a, b) => (a.digest < b.digest ? -1 : 1));
    const key = keyOf(workflows);
    const known = this.catalogs.get(key);
    if (known) return known;
    const thread = workflows.every(({ isPublic }) => isPublic) ? this.shared : this.own;
    const catalog: LearnedCatalog = { key, workflows, thread };
    this.catalogs.set(key, catalog);
    return catalog;
  }

  private async routesOf(catalog: LearnedCatalog, text: string, vector: Float32Array | undefined, most: number) {
    const { routes } = await this.routeIn(catalog, { text, vector }, [], most);
    return routes;
  }

  private routeIn(
    { key, workflows, vectors, thread }: LearnedCatalog,
    question: QuestionText,
    sentences: readonly QuestionText[],
    most: number,
  ) {
    const asked = { question, sentences, most };
    return thread.route(vectors ? key : `${key} words`, { workflows, vectors }, asked);
  }

  /** Never rejects. After a failure, the first question after a delay retries. */
  private learn(catalog: LearnedCatalog): Promise<void> {
    catalog.learning ??= this.learnVectors(catalog).catch((error: unknown) => {
      if (this.closed) return;
      this.logger.warn({ error }, 'failed to embed catalog, routing by words only');
      setTimeout(() => (catalog.learning = undefined), retryMs).unref();
    });
    return catalog.learning;
  }

  private async learnVectors(catalog: LearnedCatalog): Promise<void> {
    this.vectors ??= new VectorCache(this.embedder, this.settings.dataDir, undefined, releasedVectors);
    const texts = catalog.workflows.flatMap(({ examples, notFor }) => [...examples, ...notFor]);
    texts.push(...businessQuestions);
    catalog.vectors = await this.vectors.vectorsOf(texts);
  }

  /** Sentence vectors by text, from a cache in memory. Undefined if the embedder fails. A blank text has none. */
  private async vectorsOf(
    texts: readonly string[],
    organizationId: string,
  ): Promise<ReadonlyMap<string, Float32Array> | undefined> {
    const missing = texts.map(prepared).filter((text) => text !== '' && !this.questions.has(text));
    if (missing.length > 0) {
      const embed = () =>
        this.embedder.embed(missing).catch((error: unknown) => {
          this.logger.warn({ error }, 'failed to embed question, routed by words only');
          return undefined;
        });
      const vectors = await inTime(this.turns.run(embed, organizationId));
      if (!vectors) return undefined;
      missing.forEach((text, position) => this.questions.set(text, vectors[position]));
    }
    const found = texts.map((text) => [text, this.questions.get(prepared(text))] as const);
    return new Map(found.flatMap(([text, vector]) => (vector ? [[text, vector]] : [])));
  }
}

/** Waits for the embedder. A question that is routed with less information than usual could get another workflow. */
async function inTime<Result>(waiting: Promise<Result>): Promise<Result> {
  const timeout = new AbortController();
  const late = sleep(embeddingTimeoutMs, undefined, { signal: timeout.signal, ref: false }).then(() => {
    throw new AppError('service_unavailable', {}, { cause: new Error('the embedder is not ready') });
  });
  try {
    return await Promise.race([waiting, late]);
  } finally {
    timeout.abort();
    late.catch(() => undefined);
  }
}

/** @param sorted by digest */
const keyOf = (sorted: readonly { digest: string }[]) => sha256Hex(sorted.map(({ digest }) => digest).join());

function toRouted({ definition, digest }: Workflow, isPublic: boolean): CatalogWorkflow {
  const { workflow_id, routing } = definition;
  const own = isPublic ? {} : { vocabulary: vocabularyOf(definition) };
  return { id: workflow_id, digest, isPublic, examples: routing.examples, notFor: routing.not_for, ...own };
}

function vocabularyOf(definition: Workflow['definition']): string[] {
  const { name, scenario, population } = definition;
  return [
    name,
    ...namesOf(definition).flat(),
    ...elasticityFigures(definition).figures.map(({ label }) => label),
    ...scenario.parameters.map(({ id }) => id.replaceAll('_', ' ')),
    ...population.attributes.map(({ label }) => label),
  ];
}
