import { maximizeByBfgs } from '../../fitting/bounded-bfgs.js';
import { requireIdentified, requireEveryOutcome } from '../../fitting/identification.js';
import type { Design, LikelihoodKernel } from '../../fitting/likelihood.js';
import { maximizeByNewton } from '../../fitting/newton.js';
import { totalLikelihood } from '../../fitting/total-likelihood.js';
import { choiceScores } from '../../fitting/evidence/scores.js';
import type { FamilyFit } from '../../fitting/family-fit.js';
import { type ObservedValue, observedShares } from '../../fitting/rows/observed-shares.js';
import { compileNests, nestCoefficients } from './nests/compile-nests.js';
import { CalibrationError } from '../../fitting/calibration-error.js';
import type { Fit } from '../../fitting/fit-design.js';
import { boxCoxUtilities, conditionalLogit, scaledUtilities } from '../../fitting/likelihoods/conditional-logit.js';
import { choiceBasedSample, type FurtherChoice, rankedChoices } from '../../fitting/likelihoods/choice-based-sample.js';
import { nestedLogit } from '../../fitting/likelihoods/nested-logit.js';
import { type Rows, valuesAt, weightsAt } from '../../fitting/rows/rows.js';
import { DataIssues } from '../../authoring/spec-error.js';
import { availabilityOf, compileAvailability } from './choose.js';
import { compileScales, scaleCoefficients } from './scales/scales.js';
import type { WorkflowOf } from '../../definition.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';
import { membershipAttributes } from './tastes/class-membership.js';
import { mixtureOf } from './fit-tastes.js';
import { transformedParts } from './transformed-parts.js';

/** The search for starting values leaves out nests of almost equal alternatives and shares close to 0 and 1, where the likelihood is flat. */
const margin = 0.02;
const maxDissimilarity = 2;

/**
 * Starting values of a fit with nests: a maximum by BFGS within bounds, from the estimates without nests. The likelihood is not concave, so
 * that Newton's method alone can leave the range of the parameters.
 *
 * @param isShare whether an ancillary parameter of the kernel is a share; the others are dissimilarities
 * @throws CalibrationError if the data cannot identify the coefficients without nests, or if an optimizer does not converge
 */
function nestedStart(
  design: Design,
  plain: LikelihoodKernel,
  nested: LikelihoodKernel,
  isShare: (id: string) => boolean,
): Float64Array {
  const parameters = plainStart(design, plain);
  const start = Float64Array.of(...parameters, ...nested.ancillary.map((own) => own.start));
  const lower = start.map((_, k) => (k < parameters.length ? -Infinity : margin));
  const upper = start.map((_, k) => {
    const own = nested.ancillary[k - parameters.length];
    return own ? (isShare(own.id) ? 1 - margin : maxDissimilarity) : Infinity;
  });
  return maximizeByBfgs(totalLikelihood(design, nested), start, {}, { lower, upper }).parameters;
}

/**
 * Estimates of the coefficients without other parameters.
 *
 * @throws CalibrationError if the data cannot identify them, or if the optimizer does not converge
 */
function plainStart(design: Design, plain: LikelihoodKernel): Float64Array {
  const likelihood = totalLikelihood(design, plain);
  requireIdentified(design, likelihood);
  return maximizeByNewton(likelihood, likelihood.start()).parameters;
}

/** Agents per row over which the expectation is taken for random tastes. */
const agentsPerRow = 200;

/** Choices; `outcome` is the chosen alternative. */
export const conditionalLogitFit: FamilyFit<ConditionalLogit> = {
  outcomeColumns: () => [['outcome']],
  furtherOutcomes,
  needs: (decision) => [
    ...decision.alternatives.flatMap(({ available_when: when }) => (when ? [`attribute.${when.attribute}`] : [])),
    ...membershipAttributes(decision).map((id) => `attribute.${id}`),
  ],
  bind(definition, rows, observations) {
    const { decision, population } = definition;
    const ids = decision.alternatives.map(({ id }) => id);
    const available = availabilityOf(compileAvailability(decision, population.attributes), rows.attributes);
    const choices = choicesOf(decision, rows);
    const [{ chosen }, ...further] = choices;
    requireRemaining(rows, choices, available, ids);
    requireEveryOutcome(
      Int32Array.from(choices.flatMap((choice) => Array.from(rows.train, (row) => choice.chosen[row]!))),
      ids,
    );
    const mixture = mixtureOf(decision);
    const hasRandomTastes = decision.coefficients.some(({ taste }) => taste);
    const openTo = (at: Int32Array) =>
      Uint8Array.from(
        { length: at.length * ids.length },
        (_, k) => available[k % ids.length]![at[Math.floor(k / ids.length)]!]!,
      );
    const chosenAt = (at: Int32Array) => valuesAt(chosen, at, new Int32Array(at.length));
    const parameters = nestCoefficients(decision);
    const nests = compileNests(decision, parameters);
    const isShare = (id: string) => decision.divided?.some(({ share }) => share === id) ?? false;
    const ranked = (at: Int32Array) =>
      rankedChoices(
        ids.length,
        chosenAt(at),
        further.map(({ chosen: own, isWorst }) => ({ chosen: valuesAt(own, at, new Int32Array(at.length)), isWorst })),
        openTo(at),
      );
    /** @param own outcomes of the observations. Default: those of the data, with further choices */
    const plain = (at: Int32Array, own?: Int32Array) =>
      own || further.length === 0 ? conditionalLogit(ids.length, own ?? chosenAt(at), openTo(at)) : ranked(at);
    const unscaled = (at: Int32Array, own?: Int32Array) =>
      nests ? nestedLogit(nests, parameters, own ?? chosenAt(at), openTo(at)) : plain(at, own);
    const scales = scalesOf(definition, rows);
    const untransformed = (at: Int32Array, own?: Int32Array) =>
      scales
        ? scaledUtilities(unscaled(at, own), scales.ids, valuesAt(scales.ofRow, at, new Int32Array(at.length)))
        : unscaled(at, own);
    const transformed = transformedParts(definition, rows, observations, available);
    const ofPopulation = (at: Int32Array, own?: Int32Array) =>
      transformed
        ? boxCoxUtilities(untransformed(at, own), transformed.ids, transformed.at(at))
        : untransformed(at, own);
    /** Kernel with powers of 1. */
    const linear =
      (of: typeof plain): typeof plain =>
      (at, own) =>
        transformed
          ? boxCoxUtilities(
              of(at, own),
              [],
              transformed.at(at).map((part) => ({ ...part, power: -1 })),
            )
          : of(at, own);
    /** Kernel of the sample, whose respondents can be sampled by their choice. */
    const sampled = (of: typeof plain) => (at: Int32Array) =>
      rows.sampling ? choiceBasedSample((own) => of(at, own), chosenAt(at), rows.sampling.probabilities) : of(at);
    /** Estimates without scales and with powers of 1, then scales and powers of 1. */
    const start = (design: Design, at: Int32Array) => {
      const plainKernel = sampled(linear(plain))(at);
      const first = nests
        ? nestedStart(design, plainKernel, sampled(linear(unscaled))(at), isShare)
        : plainStart(design, plainKernel);
      return Float64Array.of(...first, ...[...(scales?.ids ?? []), ...(transformed?.ids ?? [])].map(() => 1));
    };
    return {
      equations: ids,
      ...(transformed && { designModel: transformed.model }),
      constants: ids.slice(1),
      hasEqualShares: true,
      ...(mixture && { mixture }),
      ...(hasRandomTastes && { copies: agentsPerRow }),
      kernel: sampled(ofPopulation),
      ...((nests || scales || transformed) && {
        start,
        startsByBfgs: nests !== undefined,
        nullKernel: sampled(plain),
        requireValid(fit) {
          requireDissimilarities(decision, fit);
          transformed?.requireFinite(fit);
        },
      }),
      observed: (selected): ObservedValue[] => observedShares(chosen, ids.length, selected, rows),
      scores(predicted, byShares) {
        const { observations } = predicted;
        const all = (outcome: number) => new Int32Array(observations.length).fill(outcome);
        return choiceScores(
          predicted.probabilities(ids.length, (outcome) => ofPopulation(observations, all(outcome))),
          byShares.probabilities(ids.length, (outcome) => plain(observations, all(outcome))),
          ids.length,
          chosenAt(observations),
          weightsAt(rows, predicted.observations),
        );
      },
    };
  },
};

/** Above 1, no distribution of random errors gives the probabilities, so that agents could not be simulated. */
function requireDissimilarities({ nests = [] }: ConditionalLogit, { names, estimates }: Fit): void {
  for (const { label, dissimilarity } of nests) {
    const estimate = estimates[names.indexOf(dissimilarity)]!;
    if (estimate <= 1) continue;
    throw new CalibrationError(
      'calibration_wrong_nest',
      `the dissimilarity of the nest "${label}" is ${estimate.toFixed(2)}, above 1: its alternatives are not closer substitutes for each other ` +
        'than for the others. Remove the nest, or change its alternatives',
      { coefficients: [dissimilarity] },
    );
  }
}

function scalesOf({ decision, population }: WorkflowOf<ConditionalLogit>, rows: Rows) {
  const compiled = compileScales(decision, population.attributes);
  if (!compiled) return undefined;
  const ids = scaleCoefficients(decision);
  const positions = compiled.coefficients.map((k) => (k < 0 ? -1 : ids.indexOf(decision.coefficients[k]!.id)));
  const codes = rows.attributes.columns[compiled.attribute]!.values;
  return { ids, ofRow: Int32Array.from(codes, (code) => positions[code]!) };
}

/** Names of further choices: the second best alternative and so on, then the worst of those that remain. */
function furtherOutcomes({ alternatives }: ConditionalLogit): string[] {
  return [...alternatives.slice(2).map((_, k) => `outcome.rank_${k + 2}`), 'outcome.worst'];
}

type Choice = FurtherChoice & { readonly name: string };

/** The first choice of each row, and the further ones that the data have. */
function choicesOf(decision: ConditionalLogit, { outcomes }: Rows): [Choice, ...Choice[]] {
  const choiceOf = (name: string, codes: Float64Array): Choice => ({
    name,
    chosen: Int32Array.from(codes),
    isWorst: name === 'outcome.worst',
  });
  const further = furtherOutcomes(decision).flatMap((name) => (outcomes[name] ? [choiceOf(name, outcomes[name])] : []));
  return [choiceOf('outcome', outcomes.outcome!), ...further];
}

/** Requires that each choice of a row is available and differs from its earlier choices, and that no rank before it is empty. */
function requireRemaining(
  { lines }: Rows,
  choices: readonly Choice[],
  available: readonly Uint8Array[],
  ids: readonly string[],
): void {
  const issues = new DataIssues();
  lines.forEach((line, row) => {
    const earlier = new Set<number>();
    for (const { name, chosen, isWorst } of choices) {
      const choice = chosen[row]!;
      if (choice >= 0 && available[choice]![row] === 0)
        issues.add(line, '', `${ids[choice]} is chosen, but not available in this row`);
      if (choice >= 0 && earlier.has(choice))
        issues.add(line, '', `${name} is ${ids[choice]}, which is already an earlier choice of this row`);
      if (choice >= 0 && earlier.has(-1) && !isWorst)
        issues.add(line, '', `${name} has a value, but the rank before it has none`);
      earlier.add(choice);
    }
  });
  issues.throwIfAny();
}
