import { numberLabels } from '../../../model/fitting/covariance.js';
import { binaryLogit } from '../../../model/fitting/likelihoods/binary-outcomes.js';
import { personPeriods } from '../../../model/fitting/rows/expand-rows.js';
import { type Model, ones, oneEquation, type Terms } from './designs.js';
import { square, Survey } from './survey.js';

/** For each person-period: the shares of the person's contacts, and of the other villagers, that adopted in an earlier period. */
function readNetwork(slug: string, periods: number) {
  const survey = Survey.read(slug);
  const node = survey.text('node');
  const adopted = survey.number('toa').map((period) => (Number.isNaN(period) ? Infinity : period));
  const rowOfNode = new Map(node.map((name, row) => [name, row]));
  const contacts = node.map((): number[] => []);
  const edges = Survey.read(slug, 'edges.csv');
  edges.text('from').forEach((from, k) => contacts[rowOfNode.get(from)!]!.push(rowOfNode.get(edges.text('to')[k]!)!));
  const village = numberLabels(survey.text('village'));
  const neighbors = node.map((_, row) =>
    node.flatMap((_, other) => (other !== row && village[other] === village[row] ? [other] : [])),
  );
  const share = (others: readonly number[], period: number) =>
    others.length === 0 ? 0 : others.filter((other) => adopted[other]! < period).length / others.length;
  const rows = personPeriods(
    adopted.map((period) => Math.min(period, periods)),
    adopted.map((period) => (period <= periods ? 1 : 0)),
  );
  return {
    survey: survey.selectRows(rows.person),
    period: Float64Array.from(rows.period),
    event: Float64Array.from(rows.event),
    exposure: Float64Array.from(rows.person, (person, row) => share(contacts[person]!, rows.period[row]!)),
    groupShare: Float64Array.from(rows.person, (person, row) => share(neighbors[person]!, rows.period[row]!)),
  };
}

/** Selects the sample here because adoption shares need the complete network. */
function networkModel(sample: 'train' | 'full', survey: Survey, event: Float64Array, terms: Terms): Model {
  const split = survey.text('split');
  const selectedRows = Array.from({ length: survey.rows }, (_, row) => row).filter(
    (row) => sample === 'full' || split[row] === 'train',
  );
  const select = (values: Float64Array) => Float64Array.from(selectedRows, (row) => values[row]!);
  return {
    design: oneEquation(Object.fromEntries(Object.entries(terms).map(([name, values]) => [name, select(values)])), {
      clusters: numberLabels(survey.selectRows(selectedRows).text('village')),
    }),
    kernel: binaryLogit(select(event)),
  };
}

export function hybridCorn(sample: 'train' | 'full'): Model {
  const { survey, period, event, exposure, groupShare } = readNetwork('hybrid-corn-network', 19);
  return networkModel(sample, survey, event, {
    '(Intercept)': ones(survey.rows),
    exposure,
    group_share: groupShare,
    ...Object.fromEntries(
      ['age', 'literate', 'visits', 'orgs', 'land'].map((column) => [column, survey.number(column)]),
    ),
    t: period,
    'I(t^2)': square(period),
  });
}

export function familyPlanning(sample: 'train' | 'full'): Model {
  const { survey, period, event, exposure, groupShare } = readNetwork('family-planning-network', 10);
  const age = survey.number('age');
  return networkModel(sample, survey, event, {
    '(Intercept)': ones(survey.rows),
    exposure,
    group_share: groupShare,
    age,
    'I(age^2)': square(age),
    sons: survey.number('sons'),
    pregs: survey.number('pregs'),
    ...Object.fromEntries(
      [2, 3, 4, 5, 6, 7, 8, 9, 10].map((t) => [`factor(pmin(t, 10))${t}`, period.map((now) => (now === t ? 1 : 0))]),
    ),
  });
}
