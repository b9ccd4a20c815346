import { nestParts, type SpecNest } from './choice-forms.js';
import { labelOf, suggestionFor } from './names.js';
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
  private readonly parametersById: Fields;
  private readonly words: { readonly attributes: Fields; readonly parameters: Fields; readonly options: Fields };
  private readonly sentences = { variables: {} as Fields, assignments: {} as Fields, levers: {} as Fields };
  private readonly inferred: Readonly<Record<'attributes' | 'parameters', unknown>> & { readonly decision: Fields };

  constructor(
    private readonly spec: Spec,
    { definition }: RecipeFields,
  ) {
    const { attributes, parameters, options } = fieldsOf(spec.questions.words);
    this.words = {
      attributes: fieldsOf(attributes),
      parameters: fieldsOf(parameters),
      options: fieldsOf(options),
    };
    const scenario = fieldsOf(definition.scenario);
    this.inferred = {
      attributes: fieldsOf(definition.population).attributes,
      parameters: scenario.parameters,
      decision: fieldsOf(definition.decision),
    };
    this.parametersById = Object.fromEntries(Object.entries(spec.parameters).filter(([, own]) => isWrittenOut(own)));
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
    this.checkWords();
    this.issues.throwIfAny();
    return expanded;
  }

  /** Reports words of names that do not exist, which would be lost. */
  private checkWords(): void {
    const unknown = (path: string, words: unknown, known: ReadonlySet<string>) => {
      for (const id of Object.keys(fieldsOf(words)))
        if (!known.has(id))
          this.issues.add(`questions.words.${path}${id}`, `is not known${suggestionFor(id, [...known])}`);
    };
    const { attributes, parameters, options } = this.words;
    unknown('attributes.', attributes, this.names.attribute);
    unknown('parameters.', parameters, this.names.parameter);
    unknown('options.', options, this.names.parameter);
    for (const id of this.names.attribute) {
      const { categories } = fieldsOf(fieldsOf(this.spec.attributes)[id]);
      unknown(`attributes.${id}.`, attributes[id], idsOf(categories, itemOf(this.inferred.attributes, id).categories));
    }
    for (const id of this.names.parameter) {
      const { options: own } = fieldsOf(this.parametersById[id]);
      unknown(`options.${id}.`, options[id], idsOf(own, itemOf(this.inferred.parameters, id).options));
    }
  }

  private attributes(): unknown {
    return listOf(withIds(this.spec.attributes, this.words.attributes), (value, id) => {
      const known = itemOf(this.inferred.attributes, id);
      const { column, categories, ...attribute } = labeled(id, value, known);
      this.addColumn(`attribute.${id}`, column, categories);
      const words = this.words.attributes[id];
      return defined({
        type: categories === undefined ? (known.type ?? 'continuous') : 'categorical',
        ...attribute,
        categories: listOf(withIds(categories, fieldsOf(words)), optionWith(words, known.categories)),
      });
    });
  }

  private parameters(): unknown {
    const parameters = withIds(this.parametersById, { ...this.words.parameters, ...this.words.options });
    if (idsOf(parameters).size === 0) return undefined;
    return listOf(parameters, (value, id) => {
      const known = itemOf(this.inferred.parameters, id);
      const { column, sentence, number, integer, options, ...parameter } = labeled(id, value, known);
      this.addColumn(`parameter.${id}`, column, options);
      if (sentence !== undefined) this.sentences.levers[id] = sentenceOf(sentence);
      const naming = { ...parameter, ...wordsOf(this.words.parameters[id]) };
      const type = number === undefined ? (integer === undefined ? 'choice' : 'integer') : 'number';
      return defined({
        ...naming,
        type: isWrittenOut(fieldsOf(value)) ? type : known.type,
        ...fieldsOf(number ?? integer),
        options: listOf(
          withIds(options, fieldsOf(this.words.options[id])),
          optionWith(this.words.options[id], known.options),
        ),
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
    const {
      column,
      alternatives,
      outcomes,
      variables,
      coefficients,
      classes,
      nests,
      scales,
      terms,
      equation,
      ...decision
    } = this.spec.decision;
    this.addColumn('outcome', column, alternatives ?? outcomes);
    const known = this.inferred.decision;
    return defined({
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
      ...this.scaled(
        this.nested(
          this.classed(withPowers(this.terms(terms, equation, coefficients), variables), classes),
          nests,
          alternatives,
        ),
        scales,
      ),
    });
  }

  /** Adds latent classes, and the coefficients of the terms of their log odds. */
  private classed(own: Fields, classes: unknown): Fields {
    const known = idsOf(own.coefficients);
    const added = new Map<unknown, Fields>();
    const listed = listOf(classes, (value, id) => {
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
      for (const one of entriesOf(coefficients).map(([, item]) => fieldsOf(item)))
        if (!known.has(String(one.id)) && !added.has(one.id)) added.set(one.id, one);
      return { ...fields, membership: terms };
    });
    return defined({ ...own, coefficients: withItems(own.coefficients, [...added.values()]), classes: listed });
  }

  /** Adds scales and their coefficients to the terms. A condition is a scale with a label from its id. */
  private scaled(own: Fields, scales: unknown): Fields {
    if (!isFields(scales)) return defined({ ...own, scales });
    const known = idsOf(own.coefficients);
    const added = Object.keys(scales).filter((id) => !known.has(id));
    return {
      ...own,
      coefficients: withItems(
        own.coefficients,
        added.map((id) => ({ id, label: labelOf(id) })),
      ),
      scales: Object.entries(scales).map(([coefficient, agents]) => ({
        coefficient,
        agents: this.condition(`decision.scales.${coefficient}`, agents),
      })),
    };
  }

  /** Adds nests and their coefficients to the terms. A list of alternatives is a nest with a label from its id. */
  private nested(own: Fields, nests: unknown, alternatives: unknown): Fields {
    const listed = listOf(nests, (value, id) => labeled(id, isList(value) ? { alternatives: value } : value));
    const isComplete = isList(listed) && listed.every((one) => isList(fieldsOf(one).alternatives));
    if (!isComplete) return defined({ ...own, nests: listed });
    const labels = listOf(alternatives, (value, id) => labeled(id, value)) ?? this.inferred.decision.alternatives;
    const nameOf = (id: string) => {
      const { label } = itemOf(labels, id);
      return typeof label === 'string' ? label : id;
    };
    const parts = nestParts(listed as SpecNest[], nameOf);
    const known = idsOf(own.coefficients);
    return {
      ...own,
      ...parts,
      coefficients: withItems(
        own.coefficients,
        parts.coefficients.filter(({ id }) => !known.has(id)),
      ),
    };
  }

  private variables(variables: unknown): unknown {
    return listOf(variables, (value, id) => {
      const known = itemOf(this.inferred.decision.variables, id);
      const { product, alternatives, sentence, ...variable } = labeled(id, value, known);
      if (sentence !== undefined) this.sentences.variables[id] = sentenceOf(sentence);
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
  /** Fields with an optional condition. */
  private conditional(path: string, fields: Fields, key = 'when'): Fields {
    return defined({ ...fields, [key]: this.condition(`${path}.${key}`, fields[key]) });
  }

  private condition(path: string, value: unknown): unknown {
    return this.parsed(path, value, (text) => parseCondition(text, this.names));
  }

  private factors(path: string, value: unknown): unknown {
    return this.parsed(path, value, (text) => parseFactors(text, this.names));
  }

  /** Parses a text. Other values stay as they are. */
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

/** A list of objects with ids, from a map by id. */
function listOf(map: unknown, expand: (value: unknown, id: string) => Fields): unknown {
  return isFields(map) || Array.isArray(map)
    ? entriesOf(map).map(([id, value]) => ({ id, ...expand(value, id) }))
    : map;
}

/** Entries by id. A list has the ids in its items: JavaScript would move a key such as 1985 to the start of a map. */
function entriesOf(map: unknown): [string, unknown][] {
  return Array.isArray(map) ? map.map((item) => [String(fieldsOf(item).id), item]) : Object.entries(fieldsOf(map));
}

/** Adds the powers of Box-Cox transforms to the coefficients, with labels from the labels of their variables. */
function withPowers(own: Fields, variables: unknown): Fields {
  const known = idsOf(own.coefficients);
  const added = new Map<unknown, Fields>();
  for (const [id, variable] of entriesOf(variables)) {
    const { box_cox: own, label } = labeled(id, variable);
    const { power } = fieldsOf(own);
    if (typeof power === 'string' && !known.has(power) && !added.has(power))
      added.set(power, { id: power, label: `Box-Cox power of ${String(label)}` });
  }
  return { ...own, coefficients: withItems(own.coefficients, [...added.values()]) };
}

/** A list with more items at its end, or at its start. Other values stay as they are, and undefined without items. */
function withItems(list: unknown, items: readonly unknown[], isBefore = false): unknown {
  if (items.length === 0 || !(list === undefined || isList(list))) return list;
  return isBefore ? [...items, ...(list ?? [])] : [...(list ?? []), ...items];
}

function idsOf(...lists: readonly unknown[]): Set<string> {
  return new Set(lists.flatMap((list) => entriesOf(list).map(([id]) => id)));
}

/** The item of a list with an id; empty if there is none. */
function itemOf(list: unknown, id: string): Fields {
  return fieldsOf(new Map(entriesOf(list)).get(id));
}

/** A map with an empty item for each further id. */
function withIds(map: unknown, items: Fields): unknown {
  const known = idsOf(map);
  const added = Object.keys(items).filter((id) => !known.has(id));
  return added.length === 0 || isList(map)
    ? map
    : { ...fieldsOf(map), ...Object.fromEntries(added.map((id) => [id, {}])) };
}

/** Fields with a label: a text is the label. The default is that of the inferred item, or follows from the id. */
function labeled(id: string, value: unknown, { label = labelOf(id) }: Fields = {}): Fields {
  return { label, ...(isFields(value) ? value : { label: value ?? label }) };
}

/** A category or an option, with its words in questions. */
function optionWith(words: unknown, inferred: unknown): (value: unknown, id: string) => Fields {
  const byId = fieldsOf(words);
  return (value, id) => ({ ...withoutText(labeled(id, value, itemOf(inferred, id))), ...wordsOf(byId[id]) });
}

/** Without the text in the column. */
function withoutText({ is: _is, ...fields }: Fields): Fields {
  return fields;
}

function wordsOf(words: unknown): Fields {
  return words === undefined ? {} : { words: typeof words === 'string' ? [words] : words };
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
