import type { Table } from '../../fitting/rows/table.js';
import { tableOf } from './choices.js';
import { numbers } from './numbers.js';

type Cells = Readonly<Record<string, string | number>>;

/** How a generated file writes choices. */
export interface ChoiceFile {
  readonly shape: 'long' | 'wide';
  readonly names: 'texts' | 'numbers' | 'places';
  readonly key: 'text' | 'respondent and task' | 'wave, respondent and task';
  readonly optOut: 'never' | 'without row' | 'blank row';
  readonly order: 'shown' | 'chosen first' | 'chosen last';
  readonly sets: 'all' | 'rows left out' | 'blank cells';
  readonly error: 'none' | 'two chosen' | 'none chosen' | 'listed twice';
  readonly mark: '1 and 0' | 'ja and nein' | 'the name';
}

const kinds: { readonly [Name in keyof ChoiceFile]: readonly ChoiceFile[Name][] } = {
  shape: ['long', 'long', 'wide'],
  names: ['texts', 'numbers', 'places'],
  key: ['text', 'respondent and task', 'wave, respondent and task'],
  optOut: ['never', 'without row', 'blank row'],
  order: ['shown', 'shown', 'chosen first', 'chosen last'],
  sets: ['all', 'rows left out', 'blank cells'],
  error: ['none', 'none', 'two chosen', 'none chosen', 'listed twice'],
  mark: ['1 and 0', 'ja and nein', 'the name'],
};

/** A small random file of choices, which a peer fits as a conditional logit. */
export function generatedChoices(seed: number): { file: ChoiceFile; outcome: string; table: Table } {
  const next = numbers(7 * seed + 3);
  for (let k = 0; k < 5; k++) next();
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(items.length * next())]!;
  const drawn = Object.fromEntries(Object.entries(kinds).map(([name, values]) => [name, oneOf<unknown>(values)]));
  const file = possible(drawn as unknown as ChoiceFile);
  const choices = drawnChoices(file, next, oneOf);
  const outcome = file.mark === 'ja and nein' ? 'gewaehlt' : 'choice';
  const records = file.shape === 'wide' ? wideRows(choices, outcome) : longRows(file, choices, outcome);
  return { file, outcome, table: tableOf(records) };
}

/** Without combinations that no file can have. */
function possible(file: ChoiceFile): ChoiceFile {
  if (file.shape === 'wide') {
    const sets = file.sets === 'rows left out' ? 'blank cells' : file.sets;
    return { ...file, sets, names: 'texts', error: 'none', order: 'shown' };
  }
  const places = file.names === 'places';
  return {
    ...file,
    // The name of the chosen alternative needs names, and cannot state two of them.
    mark:
      file.mark === 'the name' && (places || file.optOut === 'without row' || file.error !== 'none')
        ? '1 and 0'
        : file.mark,
    optOut: places && file.optOut === 'blank row' ? 'without row' : file.optOut,
    error: places && file.error === 'listed twice' ? 'two chosen' : file.error,
    sets: places && file.sets === 'blank cells' ? 'all' : file.sets,
  };
}

interface Shown {
  readonly name: string;
  readonly price: number | '';
  readonly brand: string;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
}

interface Choice {
  readonly wave: number;
  readonly respondent: number;
  readonly task: number;
  readonly age: number;
  readonly shown: readonly Shown[];
}

const worth: Readonly<Record<string, number>> = { Acme: 0, Bolt: 0.6, Core: -0.4 };

function drawnChoices(
  { names, optOut, sets, key }: ChoiceFile,
  next: () => number,
  oneOf: <Item>(items: readonly Item[]) => Item,
): readonly Choice[] {
  const gumbel = () => -Math.log(-Math.log(next()));
  const named = names === 'texts' ? ['bus', 'tram', 'car'] : ['1', '2', '3'];
  const none = names === 'texts' ? 'none' : '4';
  const waves = key === 'wave, respondent and task' ? 3 : 1;
  const ages = Array.from({ length: 60 }, () => 18 + Math.floor(60 * next()));
  return Array.from({ length: 180 }, (_, k) => {
    const perWave = 180 / waves;
    const [wave, within] = [Math.floor(k / perWave), k % perWave];
    const respondent = Math.floor(within / 4) + 1;
    const products = named.map((name, at) => ({
      ...{ name, price: oneOf([9, 12, 15]), brand: oneOf(Object.keys(worth)) },
      isOpen: sets === 'all' || at === k % 3 || next() < 0.7,
    }));
    const utilities = products.map(({ price, brand, isOpen }) =>
      isOpen ? worth[brand]! - 0.15 * price + gumbel() : -Infinity,
    );
    const outside = optOut === 'never' ? -Infinity : -1.5 + gumbel();
    const best = Math.max(...utilities, outside);
    const shown = products.map((own, at): Shown => {
      const isChosen = utilities[at] === best;
      return own.isOpen ? { ...own, isChosen } : { ...own, price: '', brand: '', isChosen };
    });
    const empty: Shown = { name: none, price: '', brand: '', isOpen: true, isChosen: outside === best };
    return {
      ...{ wave: wave + 1, respondent, task: (within % 4) + 1, age: ages[respondent - 1]! },
      shown: optOut === 'blank row' ? [...shown, empty] : shown,
    };
  });
}

function longRows(
  { names, key, order, sets, error, mark }: ChoiceFile,
  choices: readonly Choice[],
  outcome: string,
): Cells[] {
  const listed = (shown: readonly Shown[]) => (sets === 'rows left out' ? shown.filter(({ isOpen }) => isOpen) : shown);
  const wrong = choices.findIndex(({ shown }, k) => k >= 17 && listed(shown).length > 1);
  return choices.flatMap(({ wave, respondent, task, age, shown }, k) => {
    const isWrong = k === wrong;
    const rows = listed(shown);
    const first = order === 'chosen first' ? 1 : -1;
    const inOrder =
      order === 'shown' ? rows : rows.toSorted((a, b) => first * (Number(b.isChosen) - Number(a.isChosen)));
    const chosenName = inOrder.find(({ isChosen }) => isChosen)?.name ?? '';
    const keys: Cells =
      key === 'text'
        ? { set: `P-${respondent}/${task}` }
        : key === 'respondent and task'
          ? { resp: respondent, task }
          : { wave, person: `P${respondent}`, task };
    return inOrder.map(({ name, price, brand, isChosen }, at) => {
      const marked = isWrong && error === 'two chosen' ? at < 2 : isChosen && !(isWrong && error === 'none chosen');
      const text = { '1 and 0': Number(marked), 'ja and nein': marked ? 'ja' : 'nein', 'the name': chosenName }[mark];
      const own = isWrong && error === 'listed twice' && at === 1 ? inOrder[0]!.name : name;
      return { ...keys, ...(names !== 'places' && { alternative: own }), price, brand, age, [outcome]: text };
    });
  });
}

function wideRows(choices: readonly Choice[], outcome: string): Cells[] {
  return choices.flatMap(({ age, shown }) => {
    const chosen = shown.find(({ isChosen }) => isChosen)?.name ?? 'none';
    const columns = shown.flatMap(({ name, price, brand }) => [
      [`price_${name}`, price],
      [`brand_${name}`, brand],
    ]) as [string, string | number][];
    return [{ [outcome]: chosen, age, ...Object.fromEntries(columns) }];
  });
}
