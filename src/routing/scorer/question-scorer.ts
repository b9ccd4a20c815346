import { beginningsOf, LexicalIndex, type Range } from './lexical-index.js';
import { SemanticIndex, type SemanticView } from './semantic-index.js';

export interface RoutedWorkflow {
  id: string;
  examples: readonly string[];
  notFor: readonly string[];
  /**
   * Names of its outcomes, options and columns. Only for workflows of the caller's organization, which questions about an unnamed business
   * probably mean.
   */
  vocabulary?: readonly string[];
}

/** The score of a workflow for a question, and its parts. */
export interface Candidate {
  workflow: RoutedWorkflow;
  score: number;
  /** Cosine with the whitened centroid; 0 without a sentence vector. */
  semantic: number;
  /** TF-IDF cosine with the centroid of the examples. */
  lexical: number;
  example: { text: string; likeness: number };
  /** Similarity of the best `not_for` question (about 0 to 1); 0 without one. */
  counterLikeness: number;
  /** Similarity of the best `not_for` question minus that of the best example; 0 if negative. */
  pull: number;
  against: string | null;
}

export interface ScoredQuestion {
  /** Best first; equal scores in order of id. */
  candidates: Candidate[];
  /** Share of the question's rare words that occur in the examples of the best workflow; see {@link LexicalIndex.coverage}. */
  coverage: number;
  /** How much the question resembles examples rather than `not_for` questions of all workflows; see {@link SemanticView}. */
  answerable: number;
  /** Similarity to questions about an unnamed business (about 0 to 1), which no workflow of named products answers; 0 without sentence vectors. */
  business: number;
}

const lexicalWeight = 0.3;
const rawWeight = 0.2;
const exampleWeight = 0.3;
/** Weight of sentence vectors in the similarity of two texts; the rest is TF-IDF. */
const semanticShare = 2 / 3;
const counterExampleWeight = 1;
/** The similarity to business questions is the mean over this number of the most similar ones. */
const nearestBusinessQuestions = 5;
/** Advantage of workflows of the organization: by the similarity to business questions, and by the share of the words that their names have. */
const ownWeights = { business: 0.4, vocabulary: 0.6 };

/**
 * Scores each workflow of a catalog for a question: cosine with the whitened centroid + 0.2 × the cosine before whitening
 * + 0.3 × TF-IDF cosine with the centroid + 0.3 × similarity of the best example − excess similarity of a `not_for` question, at least 0.
 * Workflows of the organization have an advantage for business questions.
 * Pure: the same catalog, question and vector give the same scores.
 */
export class QuestionScorer {
  private readonly workflows: RoutedWorkflow[];
  private readonly texts: string[];
  private readonly examples: Range[] = [];
  private readonly notFor: Range[] = [];
  private readonly lexical: LexicalIndex;
  /** The words of the workflows of the organization. */
  private readonly vocabularies = new Map<RoutedWorkflow, ReadonlySet<string>>();
  /** Length of the sum of the TF-IDF vectors of each workflow's examples. */
  private readonly lexicalLengths: number[];
  private readonly semantic: SemanticIndex | undefined;

  /**
   * @param vectors the sentence vector of every text of the catalog; if any is missing, only words are compared
   * @param business questions about an unnamed business that have vectors
   */
  constructor(
    workflows: readonly RoutedWorkflow[],
    vectors?: ReadonlyMap<string, ArrayLike<number>>,
    business: readonly string[] = [],
  ) {
    this.workflows = [...workflows].sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const one of workflows) if (one.vocabulary) this.vocabularies.set(one, beginningsOf(one.vocabulary));
    const examples = this.workflows.map((workflow) => workflow.examples);
    const notFor = this.workflows.map((workflow) => workflow.notFor);
    this.texts = [...examples.flat(), ...notFor.flat()];
    let position = 0;
    for (const { length } of examples) this.examples.push({ from: position, to: (position += length) });
    for (const { length } of notFor) this.notFor.push({ from: position, to: (position += length) });
    this.lexical = new LexicalIndex(this.texts);
    this.lexicalLengths = this.lexical.lengthsOfSums(this.examples);
    if (vectors && this.texts.length > 0 && this.texts.every((text) => vectors.has(text))) {
      const vectorsOf = (texts: readonly string[]) => texts.map((text) => vectors.get(text)!);
      this.semantic = new SemanticIndex(examples.map(vectorsOf), notFor.map(vectorsOf), vectorsOf(business));
    }
  }

  get hasVectors(): boolean {
    return this.semantic !== undefined;
  }

  score(question: string, vector?: ArrayLike<number>): ScoredQuestion {
    const lexical = this.lexical.cosines(this.lexical.vector(question));
    const semantic = vector && this.semantic?.view(vector);
    const business = semantic ? this.businessLikeness(semantic) : 0;
    const candidates = this.workflows.map((workflow, position) => {
      const candidate = this.candidate(position, lexical, semantic);
      const share = semantic ? this.ownShare(question, workflow) : 0;
      const advantage = share > 0 ? ownWeights.business * Math.max(0, business) + ownWeights.vocabulary * share : 0;
      return { ...candidate, score: candidate.score + advantage };
    });
    candidates.sort((a, b) => b.score - a.score || (a.workflow.id < b.workflow.id ? -1 : 1));
    const [best] = candidates;
    return {
      candidates,
      coverage: best ? this.lexical.coverage(question, this.examples[this.workflows.indexOf(best.workflow)]!) : 0,
      answerable: semantic?.answerable ?? 0,
      // A workflow of the organization can be about its business, as far as its names cover the question.
      business: best?.workflow.vocabulary ? (business * (1 - this.ownShare(question, best.workflow))) / 2 : business,
    };
  }

  /** Share of the words of a question that are names of a workflow of the organization; 0 for other workflows. */
  private ownShare(question: string, workflow: RoutedWorkflow): number {
    const names = this.vocabularies.get(workflow);
    return names ? this.lexical.sharedWith(question, names) : 0;
  }

  protected businessLikeness({ business }: SemanticView): number {
    const nearest = [...business].sort((a, b) => b - a).slice(0, nearestBusinessQuestions);
    return nearest.length === 0 ? 0 : nearest.reduce((sum, value) => sum + value, 0) / nearest.length;
  }

  /** Words of the question that support a workflow, strongest first. */
  wordsFor(question: string, workflowId: string, most: number): string[] {
    const range = this.examples[this.workflows.findIndex(({ id }) => id === workflowId)];
    if (!range) return [];
    return this.lexical
      .contributions(question, range)
      .slice(0, most)
      .map(({ word }) => word);
  }

  private candidate(position: number, lexical: Float64Array, semantic: SemanticView | undefined): Candidate {
    const examples = this.examples[position]!;
    const likeness = (text: number) =>
      semantic ? semanticShare * semantic.texts[text]! + (1 - semanticShare) * lexical[text]! : lexical[text]!;
    const own = mostSimilar(examples, likeness);
    const other = mostSimilar(this.notFor[position]!, likeness);
    const pull = Math.max(0, other.likeness - own.likeness);
    let sum = 0;
    for (let text = examples.from; text < examples.to; text++) sum += lexical[text]!;
    const length = this.lexicalLengths[position]!;
    const toCentroid = length > 0 ? sum / length : 0;
    const meaning = semantic?.centroids[position] ?? 0;
    const raw = semantic?.raw[position] ?? 0;
    const fit = meaning + rawWeight * raw + lexicalWeight * toCentroid + exampleWeight * own.likeness;
    return {
      workflow: this.workflows[position]!,
      score: Math.max(0, fit - counterExampleWeight * pull),
      semantic: meaning,
      lexical: toCentroid,
      example: { text: this.texts[own.text] ?? '', likeness: own.likeness },
      counterLikeness: other.likeness,
      pull,
      against: pull > 0 ? (this.texts[other.text] ?? null) : null,
    };
  }
}

function mostSimilar({ from, to }: Range, likeness: (text: number) => number): { text: number; likeness: number } {
  let best = { text: -1, likeness: 0 };
  for (let text = from; text < to; text++) {
    const value = likeness(text);
    if (best.text < 0 || value > best.likeness) best = { text, likeness: value };
  }
  return best;
}

export interface RoutedCatalog {
  workflows: readonly RoutedWorkflow[];
  /** Sentence vector of every text. Without them, only words are compared. */
  vectors?: ReadonlyMap<string, Float32Array> | undefined;
}

/** Maximum texts of all learned catalogs together. One text takes about 15 KB. */
export const maxTexts = 10_000;

/** Number of texts, plus one so that an empty catalog also counts. */
export const textsOf = ({ workflows }: RoutedCatalog) =>
  workflows.reduce((sum, { examples, notFor }) => sum + examples.length + notFor.length, 1);
