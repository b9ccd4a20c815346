import { isChoice } from '../../../../model/definition.js';
import { noUnit } from '../../../../model/authoring/variables/variables.js';
import { settingText } from '../../result-words.js';
import { change, observationsText, points, range } from '../../view/format-numbers.js';
import { fittedDefinition, type FitResult } from './result.schema.js';

type Effect = FitResult['effects'][number];

/** What the fit found: the main effect with its parameter, values and unit, then how many are clear and how well the model predicts. */
export function fitHeadline(result: FitResult): string {
  const { fit, held_out: heldOut, effects } = result;
  const loss = heldOut.scores.find(({ id }) => id === 'log_loss');
  const better =
    loss && loss.constants_only !== null
      ? [
          `On held-out rows, the model predicts ${loss.model < loss.constants_only ? 'better' : 'worse'} than one without variables.`,
        ]
      : [];
  return [
    ...effectSentences(result),
    ...(effects.length > 1 ? [`${clearOf(effects)} differences by parameter are distinguishable from 0.`] : []),
    ...better,
    `The fit used ${observationsText(fit)}.`,
  ].join(' ');
}

const clearOf = (effects: readonly Effect[]) =>
  `${effects.filter(({ is_distinguishable: isClear }) => isClear).length} of ${effects.length}`;

function effectSentences(result: FitResult): string[] {
  const effect = mainEffect(result.effects);
  if (!effect) return ['The model has no parameters that a scenario can change.'];
  const { interval, unit, is_distinguishable: isClear, is_randomized: isRandomized } = effect;
  const ends = interval ? ` (95% interval ${range(interval, unit === null ? points : change)})` : '';
  return [
    `${changeOf(result, effect)}: ${differenceText(effect)}${ends}${isClear ? '' : ', not distinguishable from 0'}.`,
    ...(isRandomized ? [] : ['The values were not assigned at random, so the difference can have other causes.']),
  ];
}

/** The greatest of the clear effects of one parameter: of the first one that was assigned at random, otherwise of the first one. */
function mainEffect(effects: readonly Effect[]): Effect | undefined {
  const first = effects.find(({ is_randomized: isRandomized }) => isRandomized) ?? effects[0];
  const own = effects.filter(({ parameter, unit }) => parameter === first?.parameter && unit === first.unit);
  const clear = own.filter(({ is_distinguishable: isClear }) => isClear);
  return (clear.length > 0 ? clear : own).toSorted((a, b) => Math.abs(b.simulated) - Math.abs(a.simulated))[0];
}

/** `Arm: letter instead of control`, `Price 15 CHF instead of 9 CHF`. */
function changeOf(result: FitResult, { parameter: id, label, scenario, compared_with: compared }: Effect): string {
  // Lists leave out the definition.
  const parameter = result.definition && fittedDefinition(result).scenario.parameters.find((one) => one.id === id);
  if (!parameter) return label;
  const [own, other] = [scenario[id], compared[id] ?? parameter.default];
  // An effect of a number that is added or multiplied states the change.
  if (!isChoice(parameter) && parameter.typical_change !== undefined) return label;
  const name = `${parameter.label}${isChoice(parameter) ? ':' : ''}`;
  return `${name} ${settingText(parameter, own)} instead of ${settingText(parameter, other)}`;
}

function differenceText({ simulated, unit, figure_label: label }: Effect): string {
  const size = (unit === null ? points(simulated) : change(simulated)).replace(/^[+−]/, '');
  if (Number.parseFloat(size) === 0) return `no difference in “${label}”`;
  if (unit === null) return `${size} points ${simulated < 0 ? 'fewer' : 'more'} “${label}”`;
  return `“${label}” ${size}${unit === noUnit ? '' : ` ${unit}`} ${simulated < 0 ? 'lower' : 'higher'} on average`;
}
