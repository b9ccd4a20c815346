import type { WorkflowDefinition, WorkflowOf } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { expandFactors } from '../equations/linear-model.js';
import { productContextOf } from '../equations/products/compile-products.js';
import { compileEquations } from '../equations/compile-equations.js';
import { evaluateEquations } from '../equations/evaluate-equations.js';
import { conditionalLogit } from '../families/conditional-logit/conditional-logit.family.js';
import { drawSituation, type Situation } from '../population/situation.js';
import { compile } from '../simulation/compile.js';
import type { AdjustmentWarning } from './adjustment-step.js';
import { type ProductAttributes, productAttributesOf } from '../families/conditional-logit/alternative-attributes.js';
import type { AddedAlternative, AlternativeEdits } from './edit-alternatives.js';
import type { Product } from './offer-products.js';

const sampledAgents = 500;

/**
 * Describes the limits of edited alternatives, with figures of some agents at the default values of the parameters: how the shares of the
 * alternatives change, values outside the range of the other alternatives, and copied constants.
 */
export function describeEdits(
  definition: WorkflowOf<ConditionalLogit>,
  { remove = [], add = [], products = [] }: AlternativeEdits,
  seed: number,
  published: WorkflowDefinition = definition,
): AdjustmentWarning[] {
  const { decision } = definition;
  const compiled = compile(definition, baselineScenario(definition), seed);
  const { situation } = drawSituation(compiled, 0, sampledAgents);
  const [scenario, baseline] = (['scenario', 'baseline'] as const).map((side) => {
    const { figures, values } = compiled.decision.figures!(situation, side, { gradients: false });
    return Array.from({ length: figures }, (_, figure) => meanOf(values, figure, figures));
  }) as [number[], number[]];
  const offered = products.length > 0 ? productAttributesOf(published) : undefined;
  const added = [...add, ...products].map(({ id }) => id);
  const moved = decision.alternatives.map(({ id, label }, k) => ({
    id,
    label,
    change: scenario[k]! - baseline[k]!,
    share: scenario[k]!,
    baseline: baseline[k]!,
  }));
  return [
    substitution(definition, moved, [...remove, ...added, ...(offered?.places ?? [])]),
    ...(offered ? describeProducts(published, offered, products) : []),
    ...add.flatMap((own) => extrapolations(definition, own, situation)),
    ...add.map((own) => copiedConstant(decision, own)),
  ];
}

interface MovedShare {
  readonly id: string;
  readonly label: string;
  readonly change: number;
  readonly share: number;
  readonly baseline: number;
}

function substitution(
  { decision }: WorkflowOf<ConditionalLogit>,
  moved: readonly MovedShare[],
  edited: readonly string[],
): AdjustmentWarning {
  const others = moved.filter(({ id }) => !edited.includes(id));
  const total = others.reduce((sum, { change }) => sum + change, 0);
  const own = moved
    .filter(({ id }) => edited.includes(id))
    .map(({ label, share, baseline }) => `${label} from ${percent(baseline)} to ${percent(share)}`);
  const parts = others.map(
    ({ label, baseline, change }) =>
      `${label} ${total === 0 ? '0%' : percent(change / total)} (share at the baseline: ${percent(baseline)})`,
  );
  const rest = parts.length > 0 ? ` The other alternatives share this change: ${parts.join(', ')}.` : '';
  const figures = `At the default values, the share changes for ${own.join(', ')}.${rest}`;
  const isMixed = decision.classes !== undefined || decision.coefficients.some(({ taste }) => taste);
  if (isMixed)
    return {
      code: 'mixed_substitution',
      message: `${figures} Tastes differ between agents, so substitution is not proportional to the shares, but it depends on the fitted distribution of tastes.`,
    };
  if (decision.nests)
    return {
      code: 'nested_substitution',
      message: `${figures} Alternatives of one nest substitute for each other more than for the others, as their fitted dissimilarity states. A new alternative is in the nests of the alternative that it copies.`,
    };
  return {
    code: 'proportional_substitution',
    message: `${figures} The model assumes independence from irrelevant alternatives (IIA): for each agent, the change is proportional to the probabilities of the other alternatives. If some alternatives are closer substitutes, the model is wrong about which ones change.`,
  };
}

/** Numbers of products outside the data, and the places whose constants products average. */
function describeProducts(
  published: WorkflowDefinition,
  { attributes, places }: ProductAttributes,
  products: readonly Product[],
): AdjustmentWarning[] {
  const outside = attributes.flatMap(({ id, label, range, unit }) =>
    products.flatMap((product): AdjustmentWarning[] => {
      const value = Number(product.attributes[id]);
      if (!range || (value >= range[0] && value <= range[1])) return [];
      const text = `${label} of ${product.label} is ${number(value)} ${unit ?? ''}`.trim();
      const message = `${text}, outside the data (${number(range[0])} to ${number(range[1])}). No data support this value.`;
      return [{ code: 'extrapolation', message }];
    }),
  );
  const { terms } = published.decision as ConditionalLogit;
  const hasConstants = terms.some(
    ({ factors, alternatives }) => factors.length === 0 && alternatives.some((id) => places.includes(id)),
  );
  const averaged: AdjustmentWarning = {
    code: 'places_averaged',
    message:
      'Products have the mean of the constants of the places in the data, because a product of the market has no place.',
  };
  return [...outside, ...(hasConstants ? [averaged] : [])];
}

/** Variables of a new alternative with values outside the range of the published alternatives. */
function extrapolations(
  definition: WorkflowOf<ConditionalLogit>,
  { id, label, attributes = {} }: AddedAlternative,
  situation: Situation,
): AdjustmentWarning[] {
  const { variables, alternatives } = definition.decision;
  const published = alternatives.filter(({ offered_in: side }) => side !== 'scenario').map((own) => own.id);
  return variables.flatMap((variable): AdjustmentWarning[] => {
    if (attributes[variable.id] === undefined) return [];
    const rangeOver = (ids: readonly string[]) => valueRange(definition, variable.id, ids, situation);
    const [low, high] = rangeOver(published.filter((own) => variable.alternatives[own]));
    const [ownLow, ownHigh] = rangeOver([id]);
    if (ownLow >= low && ownHigh <= high) return [];
    const values = ownLow === ownHigh ? number(ownLow) : `${number(ownLow)} to ${number(ownHigh)}`;
    const message = `${variable.label} of ${label} is ${values} ${variable.unit}, outside the range of the published alternatives (${number(low)} to ${number(high)} ${variable.unit}). No data support this value.`;
    return [{ code: 'extrapolation', message }];
  });
}

function valueRange(
  definition: WorkflowOf<ConditionalLogit>,
  variable: string,
  alternatives: readonly string[],
  { attributes, assigned, from }: Situation,
): [number, number] {
  const model = conditionalLogit.linear(definition.decision);
  const term = {
    ...{ id: variable, label: variable, coefficient: variable, scale: 1 },
    ...{ equations: alternatives, factors: [{ variable }] },
  };
  const values = evaluateEquations(
    compileEquations(
      {
        equations: alternatives,
        coefficients: [{ id: variable, label: variable, estimate: 1 }],
        variables: [],
        terms: alternatives.map((id) => ({
          ...term,
          id: `${variable}.${id}`,
          equations: [id],
          factors: expandFactors(model, term, id),
        })),
        ancillary: [],
      },
      productContextOf(definition),
      baselineScenario(definition),
    ),
    attributes,
    assigned.scenario,
    from,
  );
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

function copiedConstant(
  { terms, coefficients, alternatives }: ConditionalLogit,
  added: AddedAlternative,
): AdjustmentWarning {
  const { label: likeLabel } = alternatives.find(({ id }) => id === added.like)!;
  const constants = terms.filter(({ factors, alternatives: own }) => factors.length === 0 && own.includes(added.like));
  const value = constants.reduce(
    (sum, { coefficient, scale }) => sum + scale * coefficients.find(({ id }) => id === coefficient)!.estimate,
    0,
  );
  return {
    code: 'constant_copied',
    message: `${added.label} has the constant of ${likeLabel} (${number(value)}), which contains everything about it that the model does not measure. No data show that ${added.label} is as attractive.`,
  };
}

function meanOf(values: Float64Array, figure: number, figures: number): number {
  let sum = 0;
  for (let at = figure; at < values.length; at += figures) sum += values[at]!;
  return sum / (values.length / figures);
}

function percent(share: number): string {
  return `${number(share * 100)}%`;
}

function number(value: number): string {
  return String(Number(value.toPrecision(3)));
}
