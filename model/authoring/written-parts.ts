import { nestParts, type SpecNest } from './choices/choice-forms.js';
import { labelOf, suggestionFor } from './variables/names.js';
import { ExpressionError, type Names, parseCondition, parseFactors, parseProduct } from './product.js';
import { type Fields, fieldsOf, isFields } from './repeat.js';
import { SpecIssues } from './spec-error.js';
import { isWrittenOut, type Spec } from './spec.schema.js';

/** The recipe that `parseRecipe` checks, or parts of it. */
export interface RecipeFields {
  readonly definition: Fields;
  readonly data: Fields;
  readonly fit: Fields;
}

/**
 * The parts that a spec writes out, as parts of the recipe. It only rearranges: values that are not in the notation stay as they are, and
 * `parseRecipe` reports their problems.
 *
 * - Lists of objects are maps by id. A text is the label, and a missing label follows from the id.
 * - An attribute, a parameter, an assignment, a variable and a term have their column, their sentence, their coefficient
 *   and its name in the reference fit in one place.
 * - Products and conditions are expressions, see `product.ts`.
 *
 * @param inferred the recipe that follows from the formula and the data: its values are the defaults of the fields of its items
 * @throws SpecError with the path of every problem
 */
export function writtenParts(spec: Spec, inferred: RecipeFields): RecipeFields {
  return new WrittenParts(spec, inferred).expanded();
}

class WrittenParts {
  private readonly issues = new SpecIssues();
  private readonly names: Names;
  private readonly columns: Fields = {};
  private readonly referenceNames: Fields = {};
  private readonly added = new Map<string, Fields>();
  private readonly parametersById: Fields | undefined;
  private readonly sentences = { variables: {} as Fields, assignments: {} as Fields, levers: {} as Fields };
  private readonly inferred: Readonly<Record<'attributes' | 'parameters', unknown>> & { readonly decision: Fields };

  constructor(
    private readonly spec: Spec,
    { definition }: RecipeFields,
  ) {
    const scenario = fieldsOf(definition.scenario);
    this.inferred = {
      attributes: fieldsOf(definition.population).attributes,
      parameters: scenario.parameters,
      decision: fieldsOf(definition.decision),
    };
    const written = Object.entries(spec.parameters).filter(([, parameter]) => isWrittenOut(parameter));
    this.parametersById = written.length > 0 ? Object.fromEntries(written) : undefined;
    this.names = {
      attribute: idsOf(spec.attributes, this.inferred.attributes),
      parameter: idsOf(this.parametersById, this.inferred.parameters),
      assignment: idsOf(spec.assignments, scenario.assignments),
      variable: idsOf(fieldsOf(spec.decision).variables, this.inferred.decision.variables),
    };
  }

  expanded(): RecipeFields {
    const { domain, headline_outcome, population } = this.spec;
    const attributes = this.attributes();
    const parameters = this.parameters();
    const assignments = this.assignments();
    const definition = {
      domain,
      population: defined({ ...(isFields(population) && population), attributes }),
      scenario: defined({ parameters, assignments }),
      decision: this.decision(),
      outcome_groups: listOf(this.spec.outcome_groups, (group, own) =>
        labeled(own, Array.isArray(group) ? { outcomes: group } : group),
      ),
      headline_outcome,
      evidence: this.evidence(),
      narrative: this.narrative(),
    };
    const { columns, ...data } = fieldsOf(this.spec.data);
    for (const [target, cell] of Object.entries(fieldsOf(columns))) this.columns[target] = cellOf(cell);
    const expanded = { definition: defined(definition), data: { ...data, columns: this.columns }, fit: this.fit() };
    this.issues.throwIfAny();
    return expanded;
  }

  private attributes(): unknown {
    return listOf(this.spec.attributes, (value, id) => {
      const known = itemOf(this.inferred.attributes, id);
      const { column, categories, ...attribute } = labeled(id, value, known);
      this.addColumn(`attribute.${id}`, column, categories);
      return defined({
        type: categories === undefined ? (known.type ?? 'continuous') : 'categorical',
        ...attribute,
        categories: listOf(categories, (category, own) =>
          withoutText(labeled(own, category, itemOf(known.categories, own))),
        ),
      });
    });
  }

  private parameters(): unknown {
    return listOf(this.parametersById, (value, id) => {
      const known = itemOf(this.inferred.parameters, id);
      const { column, sentence, number, integer, options, ...parameter } = labeled(id, value, known);
      this.addColumn(`parameter.${id}`, column, options);
      if (sentence !== undefined) this.sentences.levers[id] = sentenceOf(sentence);
      return defined({
        ...parameter,
        type: number === undefined ? (integer === undefined ? 'choice' : 'integer') : 'number',
        ...fieldsOf(number ?? integer),
        options: listOf(options, (option, own) => withoutText(labeled(own, option, itemOf(known.options, own)))),
      });
    });
  }

  private assignments(): unknown {
    return listOf(this.spec.assignments, (value, id) => {
      const { column, when, assigned, not_assigned, ...assignment } = labeled(id, value);
      this.addColumn(`assignment.${id}`, column);
      const sentences = this.conditional(`assignments.${id}`, { when, assigned, not_assigned });
      if (Object.keys(sentences).length > 0) this.sentences.assignments[id] = sentences;
      return assignment;
    });
  }

  private decision(): Fields | undefined {
    if (!this.spec.decision) return undefined;
    const { column, alternatives, outcomes, coefficients, ...others } = this.spec.decision;
    const { variables, classes, nests, scales, terms, equation, ...decision } = others;
    this.addColumn('outcome', column, alternatives ?? outcomes);
    const known = this.inferred.decision;
    const written = this.terms(terms, equation, coefficients);
    const expanded = {
      ...decision,
      alternatives: listOf(alternatives, (value, id) =>
        this.conditional(
          `decision.alternatives.${id}`,
          withoutText(labeled(id, value, itemOf(known.alternatives, id))),
          'available_when',
        ),
      ),
      outcomes: listOf(outcomes, (value, id) => withoutText(labeled(id, value, itemOf(known.outcomes, id)))),
      variables: this.variables(variables),
      terms: written.terms,
      classes: this.classes(classes),
      ...this.nests(nests, alternatives),
      scales: this.scales(scales),
    };
    const stated = idsOf(written.coefficients);
    const added = [...this.added.values()].filter(({ id }) => !stated.has(String(id)));
    return defined({ ...expanded, coefficients: withItems(written.coefficients, added) });
  }

  /** Adds a coefficient, unless the terms or `coefficients` have it. */
  private addCoefficient(coefficient: Fields): void {
    const id = String(coefficient.id);
    if (!this.added.has(id)) this.added.set(id, coefficient);
  }

  /** Latent classes. Adds the coefficients of the terms of their log odds. */
  private classes(classes: unknown): unknown {
    return listOf(classes, (value, id) => {
      const { membership, ...fields } = labeled(id, value, itemOf(this.inferred.decision.classes, id));
      if (membership === undefined) return fields;
      const named = listOf(membership, (term, termId) => {
        const termFields = labeled(termId, typeof term === 'string' ? { product: term } : term);
        return {
          coefficient_label: `Log odds of "${String(fields.label)}": ${String(termFields.label)}`,
          ...termFields,
        };
      });
      const { coefficients, terms } = this.terms(named, undefined, [], `decision.classes.${id}.membership`);
      for (const [, coefficient] of entriesOf(coefficients)) this.addCoefficient(fieldsOf(coefficient));
      return { ...fields, membership: terms };
    });
  }

  /** Scales, and their coefficients. A condition is a scale with a label from its id. */
  private scales(scales: unknown): unknown {
    if (!isFields(scales)) return scales;
    return Object.entries(scales).map(([coefficient, agents]) => {
      this.addCoefficient({ id: coefficient, label: labelOf(coefficient) });
      return { coefficient, agents: this.condition(`decision.scales.${coefficient}`, agents) };
    });
  }

  /** Nests, and their coefficients. A list of alternatives is a nest with a label from its id. */
  private nests(nests: unknown, alternatives: unknown): Fields {
    const listed = listOf(nests, (value, id) => labeled(id, isList(value) ? { alternatives: value } : value));
    const isComplete = isList(listed) && listed.every((one) => isList(fieldsOf(one).alternatives));
    if (!isComplete) return { nests: listed };
    const labels = listOf(alternatives, (value, id) => labeled(id, value)) ?? this.inferred.decision.alternatives;
    const nameOf = (id: string) => {
      const { label } = itemOf(labels, id);
      return typeof label === 'string' ? label : id;
    };
    const { coefficients, ...parts } = nestParts(listed as SpecNest[], nameOf);
    for (const coefficient of coefficients) this.addCoefficient({ ...coefficient });
    return { ...parts };
  }

  private variables(variables: unknown): unknown {
    return listOf(variables, (value, id) => {
      const known = itemOf(this.inferred.decision.variables, id);
      const { product, alternatives, sentence, ...variable } = labeled(id, value, known);
      if (sentence !== undefined) this.sentences.variables[id] = sentenceOf(sentence);
      const { power } = fieldsOf(variable.box_cox);
      if (typeof power === 'string')
        this.addCoefficient({ id: power, label: `Box-Cox power of ${String(variable.label)}` });
      const path = `decision.variables.${id}`;
      const byAlternative = Object.entries(fieldsOf(alternatives)).map(
        ([alternative, own]) => [alternative, this.factors(`${path}.${alternative}`, own)] as const,
      );
      return defined({
        ...variable,
        factors: this.factors(path, product),
        alternatives: alternatives && Object.fromEntries(byAlternative),
      });
    });
  }

  /**
   * Terms, and the coefficients in the order of their first terms. Those under `coefficients` come after the others, in
   * their own order.
   */
  private terms(terms: unknown, equation: unknown, coefficients: unknown, root = 'decision.terms'): Fields {
    const { decision } = this.inferred;
    const listed = idsOf(coefficients);
    const inferred = idsOf(decision.coefficients);
    const first = new Map<string, Fields>();
    const expanded = listOf(terms, (value, id) => {
      const path = `${root}.${id}`;
      const known = itemOf(decision.terms, id);
      const {
        product,
        coefficient = known.coefficient ?? id,
        coefficient_label,
        reference,
        ...term
      } = labeled(id, typeof value === 'string' ? { product: value } : value, known);
      const name = String(coefficient);
      if (reference !== undefined) this.referenceNames[name] = reference;
      const isNew = !inferred.has(name) || coefficient_label !== undefined;
      if (isNew && !listed.has(name) && !first.has(name))
        first.set(name, { id: name, label: coefficient_label ?? term.label });
      if (typeof product !== 'string' && !known.factors)
        this.issues.add(path, 'must have a `product`, such as 0.1 * age');
      const parsed = this.parsed(path, product, (text) => parseProduct(text, this.names));
      const own = typeof term.alternatives === 'string' ? { alternatives: [term.alternatives] } : {};
      return defined({ equation, ...term, ...own, coefficient: name, ...fieldsOf(parsed) });
    });
    const others = listOf(coefficients, (value, id) => {
      const { reference, ...coefficient } = labeled(id, value, itemOf(decision.coefficients, id));
      if (reference !== undefined) this.referenceNames[id] = reference;
      return coefficient;
    });
    return { coefficients: withItems(others, [...first.values()], true), terms: expanded };
  }

  private evidence(): Fields | undefined {
    if (!this.spec.evidence) return undefined;
    const { split, limits, calibrated_on, ...data } = this.spec.evidence;
    return defined({ data, split: typeof split === 'string' ? { method: split } : split, limits, calibrated_on });
  }

  private narrative(): Fields {
    const { introduction, situation, reasons, ...narrative } = fieldsOf(this.spec.narrative);
    return defined({
      ...narrative,
      introduction: this.paragraphs('narrative.introduction', introduction),
      situation: this.paragraphs('narrative.situation', situation),
      reasons: listOf(reasons, (value, id) => {
        const { terms = id, both, ...reason } = fieldsOf(typeof value === 'string' ? { text: value } : value);
        return this.conditional(`narrative.reasons.${id}`, {
          terms: Array.isArray(terms) ? terms : [terms],
          raises: both,
          lowers: both,
          ...reason,
        });
      }),
      ...this.sentences,
    });
  }

  /** Sentences with optional conditions. One sentence needs no list. */
  private paragraphs(path: string, list: unknown): unknown {
    if (list === undefined) return list;
    return (Array.isArray(list) ? list : [list]).map((item, k) => this.conditional(`${path}.${k}`, sentenceOf(item)));
  }

  private fit(): Fields {
    const { reference, effects, ...rest } = fieldsOf(this.spec.fit);
    const fit = defined({
      ...rest,
      effects: Array.isArray(effects)
        ? effects.map((effect, k) => this.conditional(`fit.effects.${k}`, fieldsOf(effect), 'among'))
        : effects,
    });
    if (reference === undefined) return fit;
    const coefficients = { ...this.referenceNames, ...fieldsOf(fieldsOf(reference).coefficients) };
    const hasNames = Object.keys(coefficients).length > 0;
    return { ...fit, reference: { ...fieldsOf(reference), ...(hasNames && { coefficients }) } };
  }
  private conditional(path: string, fields: Fields, key = 'when'): Fields {
    return defined({ ...fields, [key]: this.condition(`${path}.${key}`, fields[key]) });
  }

  private condition(path: string, value: unknown): unknown {
    return this.parsed(path, value, (text) => parseCondition(text, this.names));
  }

  private factors(path: string, value: unknown): unknown {
    return this.parsed(path, value, (text) => parseFactors(text, this.names));
  }

  private parsed(path: string, value: unknown, parse: (text: string) => unknown): unknown {
    if (typeof value !== 'string') return value;
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return this.issues.add(path, `"${value}" ${error.message}`);
    }
  }

  /** Adds the cell of a value. Categories, options and outcomes can name their texts in the column with `is`. */
  private addColumn(target: string, column: unknown, values?: unknown): void {
    if (column === undefined) return;
    const texts = entriesOf(values).flatMap(([id, value]) => {
      const { is } = fieldsOf(value);
      return is === undefined ? [] : (Array.isArray(is) ? is : [is]).map((text) => [String(text), id] as const);
    });
    const cell = cellOf(column);
    this.columns[target] = texts.length > 0 && isFields(cell) ? { ...cell, map: Object.fromEntries(texts) } : cell;
  }
}

function listOf(map: unknown, expand: (value: unknown, id: string) => Fields): unknown {
  return isFields(map) || Array.isArray(map)
    ? entriesOf(map).map(([id, value]) => ({ id, ...expand(value, id) }))
    : map;
}

/** Entries by id. A list has the ids in its items: JavaScript would move a key such as 1985 to the start of a map. */
function entriesOf(map: unknown): [string, unknown][] {
  return Array.isArray(map) ? map.map((item) => [String(fieldsOf(item).id), item]) : Object.entries(fieldsOf(map));
}

/** A list with more items at its end, or at its start. Other values stay as they are, and undefined without items. */
function withItems(list: unknown, items: readonly unknown[], isBefore = false): unknown {
  if (items.length === 0 || !(list === undefined || isList(list))) return list;
  return isBefore ? [...items, ...(list ?? [])] : [...(list ?? []), ...items];
}

function idsOf(...lists: readonly unknown[]): Set<string> {
  return new Set(lists.flatMap((list) => entriesOf(list).map(([id]) => id)));
}

function itemOf(list: unknown, id: string): Fields {
  return fieldsOf(new Map(entriesOf(list)).get(id));
}

/** Fields with a label: a text is the label. The default is that of the inferred item, or follows from the id. */
function labeled(id: string, value: unknown, { label = labelOf(id) }: Fields = {}): Fields {
  return { label, ...(isFields(value) ? value : { label: value ?? label }) };
}

function withoutText({ is: _is, ...fields }: Fields): Fields {
  return fields;
}

/**
 * The definition of a recipe with the words of its attributes, parameters and options in questions.
 *
 * @throws SpecError for words of names that do not exist, which would be lost
 */
export function withWords(definition: Fields, words: unknown): Fields {
  if (words === undefined) return definition;
  const issues = new SpecIssues();
  const { attributes, parameters, options } = fieldsOf(words);
  const added = (list: unknown, own: unknown, path: string, apply: (item: Fields, words: unknown) => Fields) => {
    const known = idsOf(list);
    for (const id of Object.keys(fieldsOf(own)))
      if (!known.has(id)) issues.add(`questions.words.${path}.${id}`, `is not known${suggestionFor(id, [...known])}`);
    return isList(list) && list.map((item) => apply(fieldsOf(item), fieldsOf(own)[String(fieldsOf(item).id)]));
  };
  const named = (item: Fields, own: unknown) =>
    own === undefined ? item : { ...item, words: typeof own === 'string' ? [own] : own };
  const inside = (part: string, path: string) => (item: Fields, own: unknown) =>
    own === undefined ? item : { ...item, [part]: added(item[part], own, `${path}.${String(item.id)}`, named) };
  const { population, scenario } = definition;
  const withOptions = added(fieldsOf(scenario).parameters, options, 'options', inside('options', 'options'));
  const result = {
    ...definition,
    population: {
      ...fieldsOf(population),
      attributes: added(fieldsOf(population).attributes, attributes, 'attributes', inside('categories', 'attributes')),
    },
    scenario: { ...fieldsOf(scenario), parameters: added(withOptions, parameters, 'parameters', named) },
  };
  issues.throwIfAny();
  return result;
}

function sentenceOf(value: unknown): Fields {
  return isFields(value) ? value : { text: value };
}

/** A cell, in which a text is the name of a column. */
function cellOf(value: unknown): unknown {
  if (typeof value === 'string') return { column: value };
  if (!isFields(value)) return value;
  const parts = ['divide', 'difference', 'product', 'sum', 'first'].flatMap((key) => {
    const cells = value[key];
    return Array.isArray(cells) ? [[key, cells.map(cellOf)] as const] : [];
  });
  return { ...value, ...Object.fromEntries(parts) };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Fields without those that are undefined. */
export function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
