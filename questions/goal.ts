import { agentsInteract, namedShares } from '../model/analyses.js';
import type { WorkflowDefinition } from '../model/definition.js';
import { adjectives, fillers, movements, peopleNouns, stemmed } from './vocabulary.js';
import type { Named } from './links.js';
import { readFraction, readNumber, readOutOf } from './numbers.js';
import { overlaps, type Question, type Span } from './question.js';
import type { ReadGoal } from './reading.js';
import { impliedBy } from './naming.js';

/** Words of a goal that restrict neither the share nor the parameter. */
const neutral = new Set(
  stemmed(
    'how what which who that so much many far to by it its one them they there we i you us our in of from as and for before until when ' +
      'have has had do does should would will could can might must need needs needed required necessary enough ' +
      'go goes get gets become be being come comes bring brings win wins reach reaches hit give gives make makes see let ask take takes choose pick use buy want ' +
      'share market percent percentage population carry say yes accept agree least most lowest highest smallest largest minimum maximum exactly about order target goal amount price fare cost charge sum size today still now',
  ),
);
/** Words that turn a share into its opposite, or into a change. */
const turning = new Set(
  stemmed(
    'not never unless no none nobody neither nor without cannot dont doesnt didnt wont refuse reject decline avoid stop lose leave left abandon quit more less fewer extra additional point again than other another lack miss away',
  ),
);

/**
 * Reads a goal that the service can search for: one share as the target, and one numeric parameter to vary. Null if a word of the sentence is
 * unknown, because it could restrict the goal.
 */
export function readGoal(
  definition: WorkflowDefinition,
  question: Question,
  sentence: Span,
  named: readonly Named[],
  subject: ReadonlySet<string>,
): ReadGoal | null {
  if (agentsInteract(definition)) return null;
  const target = targetOf(question, sentence);
  const varied = target && variedIn(question, sentence, named);
  if (!varied) return null;
  const names = [target.span, ...varied.spans];
  const all = Array.from({ length: sentence.to - sentence.from }, (_, offset) => sentence.from + offset);
  const others = all.filter((at) => !names.some((span) => span.from <= at && at < span.to));
  if (others.some((at) => turning.has(question.stem(at)))) return null;
  const share =
    shareIn(definition, question, named, others) ?? shareIn(definition, question, named, all) ?? headlineOf(definition);
  if (!share) return null;
  const isDegree = (at: number) =>
    movements.has(question.stem(at)) ||
    (adjectives.has(question.stem(at)) && ['how', 'much', 'so'].includes(question.stem(at - 1)));
  const isKnown = (at: number) => {
    const stem = question.stem(at);
    return (
      !/^\p{L}/u.test(stem) ||
      isDegree(at) ||
      peopleNouns.has(stem) ||
      [neutral, fillers, share.stems, subject].some((stems) => stems.has(stem))
    );
  };
  if (!others.every(isKnown)) return null;
  return {
    parameter: varied.id,
    objective: { goal: 'reach', share: share.id, target: target.share },
    words: question.words([sentence]),
  };
}

/** The only share in the sentence: `70%`, `two thirds`, `seven out of ten`. */
function targetOf(question: Question, { from, to }: Span): { span: Span; share: number } | undefined {
  const found: { span: Span; share: number }[] = [];
  for (let at = from; at < to; at++) {
    const read = readOutOf(question.tokens, at) ?? readFraction(question.tokens, at);
    const number = read ? undefined : readNumber(question.tokens, at);
    if (!read && !number) continue;
    const isShare = number !== undefined && question.stem(number.to) === '%';
    const end = read?.to ?? (isShare ? number.to + 1 : number!.to);
    found.push({ span: { from: at, to: end }, share: read?.value ?? (isShare ? number.value / 100 : NaN) });
    at = end - 1;
  }
  const [first] = found;
  const isOne =
    found.length === 1 && first!.share > 0 && first!.share < 1 && question.stem(first!.span.from - 1) !== 'by';
  return isOne ? first : undefined;
}

/** The only parameter that the sentence names by its words, or else by an adjective: `How cheap must the train be?` */
function variedIn(
  question: Question,
  sentence: Span,
  named: readonly Named[],
): { id: string; spans: Span[] } | undefined {
  const here = named.map((one) => ({
    ...one,
    mentions: one.mentions.map((list) => list.filter((span) => overlaps(span, sentence))),
  }));
  const said = here.flatMap(({ parameter, mentions: [subjects = [], ...others] }) => {
    const near = subjects.flatMap((subject) => {
      const spans = others.map((list) => list.find((span) => !span.excludes && question.distance(span, subject) <= 4));
      return spans.includes(undefined) ? [] : [[subject, ...(spans as Span[])]];
    });
    return near[0] ? [{ id: parameter.id, spans: near[0] }] : [];
  });
  if (said.length > 0) return said.length === 1 ? said[0] : undefined;
  const degrees = question.tokens.flatMap(({ stem }, at) =>
    at >= sentence.from && at < sentence.to && adjectives.get(stem)?.aspect ? [at] : [],
  );
  const [at, ...more] = degrees;
  if (at === undefined || more.length > 0) return undefined;
  const { aspect } = adjectives.get(question.stem(at))!;
  const span = { from: at, to: at + 1 };
  const implied = here
    .filter(({ mentions, naming }) =>
      mentions.every((list, nth) => list.length > 0 || impliedBy(naming[nth]!, aspect!)),
    )
    .flatMap(({ parameter, mentions }) => mentions.flat().map((own) => ({ id: parameter.id, spans: [own, span] })))
    .sort((a, b) => question.distance(a.spans[0]!, span) - question.distance(b.spans[0]!, span));
  const [nearest, second] = implied;
  return !second || second.id === nearest!.id || !overlaps(second.spans[0]!, nearest!.spans[0]!) ? nearest : undefined;
}

interface Share {
  id: string;
  stems: ReadonlySet<string>;
}

const auxiliaries = new Set(stemmed('would will did do does'));
const contentOf = (label: string) =>
  stemmed(label).filter((stem) => /^[\p{L}\p{N}]/u.test(stem) && !fillers.has(stem) && !auxiliaries.has(stem));

/** The only outcome or outcome group that the words name. Parameters such as `Train fare` have synonyms of the name of their outcome. */
function shareIn(
  definition: WorkflowDefinition,
  question: Question,
  named: readonly Named[],
  positions: readonly number[],
): Share | undefined {
  const said = new Set(positions.map((at) => question.stem(at)));
  const shares = namedShares(definition).map(({ id, label }) => {
    const stems = contentOf(label);
    const own = named.filter(
      ({ parameter, naming }) =>
        naming.length > 1 && stems.length > 0 && stems.every((stem) => contentOf(parameter.label).includes(stem)),
    );
    const synonyms = (own[0]?.naming[0] ?? []).flatMap((one) => (one.stems.length === 1 ? one.stems : []));
    return { id, label: stems, stems: new Set([...stems, ...synonyms]), synonyms };
  });
  const found = shares.filter(
    ({ label, synonyms }) =>
      (label.length > 0 && label.every((stem) => said.has(stem))) || synonyms.some((stem) => said.has(stem)),
  );
  const longest = found.filter(
    (one) =>
      !found.some(
        (other) => other.label.length > one.label.length && one.label.every((stem) => other.label.includes(stem)),
      ),
  );
  return longest.length === 1 ? longest[0] : undefined;
}

/** The headline outcome, but only of workflows without alternatives. */
function headlineOf(definition: WorkflowDefinition): Share | undefined {
  if (definition.decision.family === 'conditional_logit') return undefined;
  const share = namedShares(definition).find(({ id }) => id === definition.headline_outcome);
  return share && { id: share.id, stems: new Set(contentOf(share.label)) };
}
