import { numbered } from '../../../src/engine/calibration/covariance.js';
import { binaryLogit } from '../../../src/engine/calibration/kernels/binary-logit.js';
import { personPeriods } from '../../../src/engine/calibration/person-periods.js';
import { type Model, ones, oneEquation, type Terms } from './designs.js';
import { square, Survey } from './survey.js';

/** What the periods before say to each person-period: the share of contacts and of the others of the village who had adopted. */
function network(slug: string, periods: number) {
  const people = Survey.read(slug);
  const node = people.text('node');
  const adopted = people.number('toa').map((period) => (Number.isNaN(period) ? Infinity : period));
  const at = new Map(node.map((name, row) => [name, row]));
  const contacts = node.map((): number[] => []);
  const edges = Survey.read(slug, 'edges.csv');
  edges.text('from').forEach((from, k) => contacts[at.get(from)!]!.push(at.get(edges.text('to')[k]!)!));
  const village = numbered(people.text('village'));
  const neighbours = node.map((_, row) =>
    node.flatMap((_, other) => (other !== row && village[other] === village[row] ? [other] : [])),
  );
  const share = (of: readonly number[], period: number) =>
    of.length === 0 ? 0 : of.filter((other) => adopted[other]! < period).length / of.length;
  const rows = personPeriods(
    adopted.map((period) => Math.min(period, periods)),
    adopted.map((period) => (period <= periods ? 1 : 0)),
  );
  return {
    survey: people.at(rows.person),
    period: Float64Array.from(rows.period),
    event: Float64Array.from(rows.event),
    exposure: Float64Array.from(rows.person, (who, row) => share(contacts[who]!, rows.period[row]!)),
    groupShare: Float64Array.from(rows.person, (who, row) => share(neighbours[who]!, rows.period[row]!)),
  };
}

/** The network must be read whole before rows are dropped: hence the sample is chosen here. */
function networkModel(sample: 'train' | 'full', survey: Survey, event: Float64Array, terms: Terms): Model {
  const split = survey.text('split');
  const keep = Array.from({ length: survey.rows }, (_, row) => row).filter(
    (row) => sample === 'full' || split[row] === 'train',
  );
  const kept = (values: Float64Array) => Float64Array.from(keep, (row) => values[row]!);
  return {
    design: oneEquation(Object.fromEntries(Object.entries(terms).map(([name, values]) => [name, kept(values)])), {
      clusters: numbered(survey.at(keep).text('village')),
    }),
    kernel: binaryLogit(kept(event)),
  };
}

export function hybridCorn(sample: 'train' | 'full'): Model {
  const { survey, period, event, exposure, groupShare } = network('hybrid-corn-network', 19);
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
  const { survey, period, event, exposure, groupShare } = network('family-planning-network', 10);
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
