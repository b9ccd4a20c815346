import { type IssueList, type Path } from '../../definition/issue-list.js';
import { type References } from '../../definition/references.js';
import { isChoice } from '../../definition/scenario.schema.js';
import { isMoving } from '../../model/compile-equations.js';
import { placeholders } from '../../transcript/template.js';
import {
  CONTACTS_EQUATION,
  type ContactsProcess,
  type Diffusion,
  type DiffusionBy,
  MARKET_EQUATIONS,
  spreadsByContacts,
  STRATEGIES,
} from './schema.js';

const SUM_TOLERANCE = 1e-6;

/** The placeholders that each part of a story may have. */
const MARKET_WORDS: Record<string, readonly string[]> = {
  start: ['share'],
  adopting: ['period', 'share'],
  waiting: ['period', 'share'],
  outside: ['period', 'share'],
  pressure: ['own', 'others'],
};
const CONTACTS_WORDS: Record<string, readonly string[]> = {
  contacts: ['contacts'],
  adopting: ['period'],
  waiting: ['period'],
  peers: ['adopted', 'group_share'],
  group: ['group_share'],
};

/** What the parts of a diffusion say of each other and of the rest of the definition. */
export function checkDiffusion(list: IssueList, decision: Diffusion, references: References): void {
  checkOutcomes(list, decision);
  const isByContacts = spreadsByContacts(decision);
  const equations: readonly string[] = isByContacts ? [CONTACTS_EQUATION] : MARKET_EQUATIONS;
  decision.terms.forEach(({ equation, factors }, index) => {
    const path = ['decision', 'terms', index];
    list.known([...path, 'equation'], equation, new Set(equations), 'equation of this process');
    if (factors.some(isMoving) && !isByContacts)
      list.add(path, 'reads a state of the run, which the process "everybody" has not');
  });
  for (const word of placeholders(decision.periods.name))
    list.known(['decision', 'periods', 'name'], word, new Set(['number']), 'placeholder');
  if (isByContacts) checkContacts(list, decision, references);
  else checkMarket(list, decision);
  for (const [part, text] of Object.entries(decision.process.story)) {
    const known = new Set((isByContacts ? CONTACTS_WORDS : MARKET_WORDS)[part]);
    for (const word of placeholders(text))
      list.known(['decision', 'process', 'story', part], word, known, 'placeholder');
  }
}

function checkOutcomes(list: IssueList, { outcomes, periods }: Diffusion): void {
  list.unique(
    ['decision', 'outcomes'],
    outcomes.map(({ id }) => id),
    'outcome',
  );
  outcomes.forEach(({ by }, index) => {
    const path = ['decision', 'outcomes', index];
    const isLast = index === outcomes.length - 1;
    if (isLast && by !== undefined)
      list.add(path, 'the last outcome is to have adopted by none of the others: it has no "by"');
    if (isLast) return;
    if (by === undefined) list.add(path, 'all outcomes but the last say by which period: "by"');
    else if (by > periods.count) list.add([...path, 'by'], `${by} lies after the last of ${periods.count} periods`);
    else if (index > 0 && by <= (outcomes[index - 1]!.by ?? -1)) list.add([...path, 'by'], 'must rise');
  });
}

function checkMarket(list: IssueList, { terms, process }: Diffusion): void {
  const has = (id: string) => terms.some(({ equation }) => equation === id);
  if (!has('log_innovation') && !has('start'))
    list.add(['decision', 'terms'], 'nobody ever begins: there are terms neither of "log_innovation" nor of "start"');
  if (process.kind === 'everybody' && process.spreading && !has('log_recovery'))
    list.add(['decision', 'process', 'spreading'], 'nobody ever stops: there are no terms of "log_recovery"');
}

function checkContacts(
  list: IssueList,
  { process: { network, seeding } }: DiffusionBy<ContactsProcess>,
  { parameters }: References,
): void {
  const path: Path = ['decision', 'process'];
  const sum = network.contacts.reduce((total, share) => total + share, 0);
  if (Math.abs(sum - 1) > SUM_TOLERANCE)
    list.add([...path, 'network', 'contacts'], `the shares sum to ${sum}, not to 1`);
  if (!seeding) return;
  const share = parameters.get(seeding.share);
  const strategy = parameters.get(seeding.strategy);
  if (!share) list.known([...path, 'seeding', 'share'], seeding.share, new Set(parameters.keys()), 'parameter');
  else if (share.type !== 'number' || share.minimum < 0 || share.maximum > 1)
    list.add([...path, 'seeding', 'share'], `"${share.id}" is used as a share, so it must be a number between 0 and 1`);
  if (!strategy)
    list.known([...path, 'seeding', 'strategy'], seeding.strategy, new Set(parameters.keys()), 'parameter');
  else if (!isChoice(strategy)) list.add([...path, 'seeding', 'strategy'], `parameter "${strategy.id}" has no options`);
  else
    strategy.options.forEach(({ id }) =>
      list.known([...path, 'seeding', 'strategy'], id, new Set(STRATEGIES), 'way to choose who begins'),
    );
}
