import type { Mention } from './mentions.js';
import { clashes, type NamedOption } from './options.js';
import type { Doubt, Finding } from './findings.js';

/** Finds one option for each parameter. Sets none if the question names two, or if their parameter is ambiguous. */
export function readOptions(named: readonly NamedOption[], { except }: { except: readonly Mention[] }) {
  const found: Finding[] = [];
  const doubts: Doubt[] = [];
  const wanted = named.filter(({ span }) => !except.some(({ from, to }) => from < span.to && span.from < to));
  const clear = wanted.filter((one) => !wanted.some((other) => clashes(one, other)));
  for (const one of wanted.filter((option) => !clear.includes(option))) {
    const parameters = wanted
      .filter((other) => one === other || clashes(one, other))
      .map(({ parameter }) => parameter.id);
    if (one.parameter.id === parameters[0]) doubts.push({ reason: 'ambiguous', parameters, spans: [one.span] });
  }
  for (const parameter of new Set(clear.map((one) => one.parameter))) {
    const own = clear.filter((one) => one.parameter === parameter);
    const spans = own.flatMap(({ span, by }) => [span, ...by]);
    // `free care instead of coinsurance` names a second option only to replace it.
    const affirmed = [...new Set(own.filter(({ negated }) => !negated).map(({ option }) => option))];
    const isReplaced = own.every(({ option, negated }) => !negated || option !== affirmed[0]);
    const [value] = affirmed;
    if (affirmed.length === 1 && isReplaced) {
      found.push({ parameter: parameter.id, value: value!, how: 'option', spans });
    } else {
      const reason = affirmed.length < 2 ? 'negated' : 'two_values';
      const candidates = affirmed.map((option) => ({ [parameter.id]: option }));
      doubts.push({ reason, parameters: [parameter.id], spans, candidates });
    }
  }
  return { found, doubts, spans: [...wanted.map(({ span }) => span), ...found.flatMap(({ spans }) => spans)] };
}
