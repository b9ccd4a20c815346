import { labelOf, suggestionFor } from '../names.js';
import { nestParts, type SpecNest } from '../choice-forms.js';
import { SpecError, SpecIssues } from '../spec-error.js';
import { ExpressionError, type Names, parseCondition, parseFactors, parseProduct } from './product.js';
import { type Fields, fieldsOf, isFields, repeatEntries } from './repeat.js';

const sections = [
  'lists',
  'id',
  'version',
  'title',
  'summary',
  'domain',
  'questions',
  'population',
  'attributes',
  'parameters',
  'assignments',
  'decision',
  'outcome_groups',
  'headline_outcome',
  'evidence',
  'narrative',
  'data',
  'fit',
];

/** Families without variables that an agent perceives. */
const familiesWithoutVariables: readonly unknown[] = ['diffusion', 'repeated_games'];

/** Fields of a full spec, in the form that `parseRecipe` checks. */
export interface RecipeFields extends Fields {
  readonly definition: Fields;
  readonly data: Fields;
  readonly fit: Fields;
}

/**
 * Expands a full spec in its notation to the document that `parseRecipe` checks. It only rearranges: values that are not
 * in the notation stay as they are, and `parseRecipe` reports their problems.
 *
 * - Lists of objects are maps by id. A text is the label, and a missing label follows from the id.
 * - An attribute, a parameter, an assignment, a variable and a term have their column, their sentence, their coefficient
 *   and its name in the reference fit in one place.
 * - Products and conditions are expressions, see `product.ts`. Entries can repeat, see `repeat.ts`.
 *
 * @throws SpecError with the path of every problem
 */
export function expandFullSpec(document: Fields): RecipeFields {
  const { lists, questions, ...spec } = document;
  const { lists: questionLists = lists, ...questionFields } = fieldsOf(questions);
  const unknown = Object.keys(spec).filter((key) => !sections.includes(key));
  if (unknown.length > 0)
    throw new SpecError(
      unknown.map((key) => ({ path: key, message: `"${key}" is not a field${suggestionFor(key, sections)}` })),
    );
  return new FullSpec(
    fieldsOf(repeatEntries(spec, lists)),
    fieldsOf(repeatEntries(questionFields, questionLists)),
  ).expanded();
}

class FullSpec {
  private readonly issues = new SpecIssues();
  private readonly names: Names;
  private readonly columns: Fields = {};
  private readonly referenceNames: Fields = {};
  private readonly routing: Fields;
  private readonly words: { readonly attributes: Fields; readonly parameters: Fields; readonly options: Fields };
  private readonly sentences = { variables: {} as Fields, assignments: {} as Fields, levers: {} as Fields };

  constructor(
    private readonly spec: Fields,
    { words, ...routing }: Fields,
  ) {
    this.routing = routing;
    const { attributes: attributeWords, parameters: parameterWords, options } = fieldsOf(words);
    this.words = {
      attributes: fieldsOf(attributeWords),
      parameters: fieldsOf(parameterWords),
      options: fieldsOf(options),
    };
    this.names = {
      attribute: idsOf(spec.attributes),
      parameter: idsOf(spec.parameters),
      assignment: idsOf(spec.assignments),
      variable: idsOf(fieldsOf(spec.decision).variables),
    };
  }

  expanded(): RecipeFields {
    const { id, version, title, summary, domain, population, headline_outcome } = this.spec;
    const definition = {
      workflow_id: id,
      version,
      name: title,
      summary,
      domain,
      routing: this.routing,
      population: { ...fieldsOf(population), attributes: this.attributes() },
      scenario: { parameters: this.parameters(), assignments: this.assignments() },
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
    const expanded = {
      definition: defined(definition),
      data: { ...data, columns: this.columns },
      fit: this.fit(),
    };
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
    for (const [id, value] of entriesOf(this.spec.attributes))
      unknown(`attributes.${id}.`, attributes[id], idsOf(fieldsOf(value).categories));
    for (const [id, value] of entriesOf(this.spec.parameters))
      unknown(`options.${id}.`, options[id], idsOf(fieldsOf(value).options));
  }

  private attributes(): unknown {
    return listOf(this.spec.attributes ?? {}, (value, id) => {
      const { column, categories, ...attribute } = labeled(id, value);
      this.addColumn(`attribute.${id}`, column, categories);
      return defined({
        type: categories === undefined ? 'continuous' : 'categorical',
        ...attribute,
        categories: listOf(categories, optionWith(this.words.attributes[id])),
      });
    });
  }

  private parameters(): unknown {
    return listOf(this.spec.parameters ?? {}, (value, id) => {
      const { column, change, number, integer, options, ...parameter } = labeled(id, value);
      this.addColumn(`parameter.${id}`, column, options);
      if (change !== undefined) this.sentences.levers[id] = sentenceOf(change);
      const naming = { ...parameter, ...wordsOf(this.words.parameters[id]) };
      if (options !== undefined)
        return { ...naming, type: 'choice', options: listOf(options, optionWith(this.words.options[id])) };
      return integer === undefined
        ? { ...naming, type: 'number', ...fieldsOf(number) }
        : { ...naming, type: 'integer', ...fieldsOf(integer) };
    });
  }

  private assignments(): unknown {
    return listOf(this.spec.assignments ?? {}, (value, id) => {
      const { column, when, assigned, not_assigned, ...assignment } = labeled(id, value);
      this.addColumn(`assignment.${id}`, column);
      const sentences = this.conditional(`assignments.${id}`, { when, assigned, not_assigned });
      if (Object.keys(sentences).length > 0) this.sentences.assignments[id] = sentences;
      return assignment;
    });
  }

  private decision(): Fields {
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
    } = fieldsOf(this.spec.decision);
    this.addColumn('outcome', column, alternatives ?? outcomes);
    return defined({
      ...decision,
      alternatives: listOf(alternatives, (value, id) =>
        this.conditional(`decision.alternatives.${id}`, withoutText(labeled(id, value)), 'available_when'),
      ),
      outcomes: listOf(outcomes, (value, id) => withoutText(labeled(id, value))),
      variables: this.variables(variables ?? (familiesWithoutVariables.includes(decision.family) ? undefined : {})),
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
      const { membership, ...fields } = labeled(id, value);
      if (membership === undefined) return fields;
      const named = listOf(membership, (term, termId) => {
        const termFields = labeled(termId, typeof term === 'string' ? { product: term } : term);
        return {
          coefficient_label: `Log odds of "${String(fields.label)}": ${String(termFields.label)}`,
          ...termFields,
        };
      });
      const { coefficients, terms } = this.terms(named, undefined, [], `decision.classes.${id}.membership`);
      for (const one of isList(coefficients) ? coefficients.map(fieldsOf) : [])
        if (!known.has(String(one.id)) && !added.has(one.id)) added.set(one.id, one);
      return { ...fields, membership: terms };
    });
    const { coefficients } = own;
    return defined({
      ...own,
      coefficients: isList(coefficients) ? [...coefficients, ...added.values()] : coefficients,
      classes: listed,
    });
  }

  /** Adds scales and their coefficients to the terms. A condition is a scale with a label from its id. */
  private scaled(own: Fields, scales: unknown): Fields {
    if (!isFields(scales) || !isList(own.coefficients)) return defined({ ...own, scales });
    const known = idsOf(own.coefficients);
    const added = Object.keys(scales).filter((id) => !known.has(id));
    return {
      ...own,
      coefficients: [...own.coefficients, ...added.map((id) => ({ id, label: labelOf(id) }))],
      scales: Object.entries(scales).map(([coefficient, agents]) => ({
        coefficient,
        agents: this.condition(`decision.scales.${coefficient}`, agents),
      })),
    };
  }

  /** Adds nests and their coefficients to the terms. A list of alternatives is a nest with a label from its id. */
  private nested(own: Fields, nests: unknown, alternatives: unknown): Fields {
    if (nests === undefined || !isList(own.coefficients)) return defined({ ...own, nests });
    const listed = listOf(nests, (value, id) => labeled(id, isList(value) ? { alternatives: value } : value));
    const isComplete = isList(listed) && listed.every((one) => isList(fieldsOf(one).alternatives));
    if (!isComplete) return { ...own, nests: listed };
    const labels = listOf(alternatives, (value, id) => labeled(id, value));
    const nameOf = (id: string) => {
      const { label } = fieldsOf(isList(labels) ? labels.find((one) => fieldsOf(one).id === id) : undefined);
      return typeof label === 'string' ? label : id;
    };
    const parts = nestParts(listed as SpecNest[], nameOf);
    const known = idsOf(own.coefficients);
    return {
      ...own,
      ...parts,
      coefficients: [...own.coefficients, ...parts.coefficients.filter(({ id }) => !known.has(id))],
    };
  }

  private variables(variables: unknown): unknown {
    return listOf(variables, (value, id) => {
      const { product, alternatives, sentence, ...variable } = labeled(id, value);
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
    const listed = idsOf(coefficients);
    const first = new Map<string, Fields>();
    const expanded = listOf(terms, (value, id) => {
      const path = `${root}.${id}`;
      const {
        product,
        coefficient = id,
        coefficient_label,
        reference,
        ...term
      } = labeled(id, typeof value === 'string' ? { product: value } : value);
      const name = String(coefficient);
      if (reference !== undefined) this.referenceNames[name] = reference;
      if (!listed.has(name) && !first.has(name)) first.set(name, { id: name, label: coefficient_label ?? term.label });
      if (typeof product !== 'string') this.issues.add(path, 'must have a `product`, such as 0.1 * age');
      const parsed = this.parsed(path, product, (text) => parseProduct(text, this.names));
      const own = typeof term.alternatives === 'string' ? { alternatives: [term.alternatives] } : {};
      return defined({ equation, ...term, ...own, coefficient: name, ...fieldsOf(parsed) });
    });
    const others = listOf(coefficients ?? {}, (value, id) => {
      const { reference, ...coefficient } = labeled(id, value);
      if (reference !== undefined) this.referenceNames[id] = reference;
      return coefficient;
    });
    return { coefficients: isList(others) ? [...first.values(), ...others] : others, terms: expanded };
  }

  private evidence(): Fields {
    const { split, limits, calibrated_on, ...data } = fieldsOf(this.spec.evidence);
    return defined({ data, split: typeof split === 'string' ? { method: split } : split, limits, calibrated_on });
  }

  private narrative(): Fields {
    const { introduction, situation = [], reasons = {}, ...narrative } = fieldsOf(this.spec.narrative);
    return {
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
    };
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
  if (!isList(own.coefficients)) return own;
  const known = idsOf(own.coefficients);
  const added = new Map<unknown, Fields>();
  for (const [id, variable] of entriesOf(variables)) {
    const { box_cox: own, label } = labeled(id, variable);
    const { power } = fieldsOf(own);
    if (typeof power === 'string' && !known.has(power) && !added.has(power))
      added.set(power, { id: power, label: `Box-Cox power of ${String(label)}` });
  }
  return { ...own, coefficients: [...own.coefficients, ...added.values()] };
}

function idsOf(map: unknown): Set<string> {
  return new Set(entriesOf(map).map(([id]) => id));
}

/** Fields with a label: a text is the label, and the default follows from the id. */
function labeled(id: string, value: unknown): Fields {
  return { label: labelOf(id), ...(isFields(value) ? value : { label: value ?? labelOf(id) }) };
}

/** A category or an option, with its words in questions. */
function optionWith(words: unknown): (value: unknown, id: string) => Fields {
  const byId = fieldsOf(words);
  return (value, id) => ({ ...withoutText(labeled(id, value)), ...wordsOf(byId[id]) });
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

function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
