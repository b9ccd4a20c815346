import type { WorkflowDefinition, WorkflowOf } from '../definition/definition.schema.js';
import { IssueList } from '../definition/issue-list.js';
import type { Factor } from '../definition/product.schema.js';
import { referencesOf } from '../definition/references.js';
import type { Issue } from '../engine-error.js';
import { conditionalLogit } from '../families/conditional-logit/conditional-logit.family.js';
import type { Alternative, ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { productAttributesOf } from '../families/conditional-logit/alternative-attributes.js';
import { checkProducts, offerProducts, type Product } from './offer-products.js';

/** Value of a variable of a new alternative: a number for all agents, or a multiple of the value of the copied alternative. */
export type AlternativeValue = number | { readonly times: number };

export interface AddedAlternative {
  readonly id: string;
  readonly label: string;
  /** Id of the alternative whose utility is copied. */
  readonly like: string;
  /** Noun phrase for transcripts. Default: `the`, followed by the label in lower case. */
  readonly noun?: string | undefined;
  /** Values of the variables that differ from those of `like`, by variable id. */
  readonly attributes?: Readonly<Record<string, AlternativeValue>> | undefined;
}

export interface AlternativeEdits {
  /** Ids of the alternatives that the scenario does not offer. */
  readonly remove?: readonly string[] | undefined;
  readonly add?: readonly AddedAlternative[] | undefined;
  /** Products that replace alternatives without names, such as the concepts of a conjoint. */
  readonly products?: readonly Product[] | undefined;
}

export type EditedDefinition =
  | { readonly ok: true; readonly definition: WorkflowOf<ConditionalLogit> }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Maximum factors of a variable. */
const maxFactors = 8;
const root = 'alternatives';

/**
 * Removes and adds alternatives of a conditional logit. The baseline keeps the published alternatives: a removed alternative is offered under
 * the baseline only, and an added one under the scenario only. All ids of the definition therefore stay valid.
 *
 * An added alternative copies the utility of another: its constant, terms, availability and nests, and its factors, which include parameters
 * of the scenario. Given values replace the factors of a variable.
 */
export function editAlternatives(published: WorkflowDefinition, edits: AlternativeEdits): EditedDefinition {
  const { decision } = published;
  if (decision.family !== 'conditional_logit') {
    const message = `a workflow of the family ${decision.family} has a fixed set of outcomes; alternatives can be edited in conditional_logit workflows only`;
    return { ok: false, issues: [{ path: root, message }] };
  }
  const list = new IssueList();
  const { remove = [], add = [], products } = edits;
  const known = new Set(decision.alternatives.map(({ id }) => id));
  const offered = products && productAttributesOf(published);
  if (products && !offered) list.add([root, 'products'], withoutProducts);
  if (offered) checkProducts(list, products, offered, takenIds(published, [...known, ...add.map(({ id }) => id)]));
  list.unique([root, 'remove'], remove, 'alternative');
  remove.forEach((id, index) => list.known([root, 'remove', index], id, known, 'alternative'));
  checkAdded(list, published, decision, add);
  const gone = new Set([...remove, ...(offered?.places ?? [])]);
  const left = decision.alternatives.filter(({ id }) => !gone.has(id)).length + add.length + (products?.length ?? 0);
  if (left < 2) list.add([root, 'remove'], 'must leave at least two alternatives');
  if (list.issues.length > 0) return { ok: false, issues: list.issues };
  const base = offered ? offerProducts(published as WorkflowOf<ConditionalLogit>, products, offered) : published;
  const start = withoutAlternatives(base.decision as ConditionalLogit, remove);
  const edited = add.reduce(withAlternative, start);
  const check = new IssueList();
  conditionalLogit.check(check, edited, referencesOf(published, []));
  if (check.issues.length > 0)
    return { ok: false, issues: check.issues.map(({ message }) => ({ path: root, message })) };
  return { ok: true, definition: { ...base, decision: edited } };
}

const withoutProducts =
  'need a choice whose alternatives have numbers in place of names, such as the concepts of a conjoint, and whose attributes have one effect for all agents; use `remove` and `add` with `like`';

const takenIds = ({ outcome_groups: groups = [] }: WorkflowDefinition, alternatives: readonly string[]) =>
  new Set([...alternatives, ...groups.map(({ id }) => id)]);

function withoutAlternatives(decision: ConditionalLogit, removed: readonly string[]): ConditionalLogit {
  const alternatives = decision.alternatives.map((alternative) =>
    removed.includes(alternative.id) ? { ...alternative, offered_in: 'baseline' as const } : alternative,
  );
  return { ...decision, alternatives };
}

function withAlternative(decision: ConditionalLogit, added: AddedAlternative): ConditionalLogit {
  const { id, label, like, attributes = {}, noun = `the ${label.toLowerCase()}` } = added;
  const copied = decision.alternatives.find((alternative) => alternative.id === like)!;
  const alternative: Alternative = { ...copied, id, label, noun, offered_in: 'scenario' };
  const joined = <Part extends { alternatives: string[] }>(part: Part): Part =>
    part.alternatives.includes(like) ? { ...part, alternatives: [...part.alternatives, id] } : part;
  return {
    ...decision,
    alternatives: [...decision.alternatives, alternative],
    variables: decision.variables.map((variable) => {
      const factors = variable.alternatives[like];
      if (!factors) return variable;
      return {
        ...variable,
        alternatives: { ...variable.alternatives, [id]: factorsOf(factors, attributes[variable.id]) },
      };
    }),
    ...(decision.nests && { nests: decision.nests.map(joined) }),
    ...(decision.divided && {
      divided: decision.divided.flatMap((own) =>
        own.alternative === like ? [own, { ...own, alternative: id }] : [own],
      ),
    }),
    terms: decision.terms.map(joined),
  };
}

function factorsOf(copied: readonly Factor[], value: AlternativeValue | undefined): Factor[] {
  if (value === undefined) return [...copied];
  return typeof value === 'number' ? [{ constant: value }] : [...copied, { constant: value.times }];
}

function checkAdded(
  list: IssueList,
  published: WorkflowDefinition,
  { alternatives, variables, terms }: ConditionalLogit,
  add: readonly AddedAlternative[],
): void {
  const known = new Set(alternatives.map(({ id }) => id));
  const taken = takenIds(published, [...known]);
  add.forEach(({ id, like, attributes = {} }, index) => {
    const path = [root, 'add', index];
    if (taken.has(id)) list.add([...path, 'id'], `"${id}" is already the id of an outcome or outcome group; rename it`);
    taken.add(id);
    if (!list.known([...path, 'like'], like, known, 'alternative')) return;
    const own = new Map(
      variables.flatMap((variable) => {
        const factors = variable.alternatives[like];
        return factors ? [[variable.id, factors] as const] : [];
      }),
    );
    const read = new Set(
      terms
        .filter((term) => term.alternatives.includes(like))
        .flatMap(({ factors }) => factors.flatMap((factor) => ('variable' in factor ? [factor.variable] : []))),
    );
    for (const [variable, value] of Object.entries(attributes)) {
      const valuePath = [...path, 'attributes', variable];
      const isKnown = list.known(valuePath, variable, new Set(own.keys()), `attribute of ${like}`);
      if (isKnown && !read.has(variable))
        list.add(
          valuePath,
          `changes nothing, because no term of ${like} reads it; terms read: ${[...read].join(', ') || 'no variable'}`,
        );
      if (isKnown && typeof value !== 'number' && own.get(variable)!.length >= maxFactors)
        list.add(valuePath, 'cannot be a multiple, because the variable has too many factors; state a number');
    }
  });
}
