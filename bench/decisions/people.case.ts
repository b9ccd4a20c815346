import { readFileSync } from 'node:fs';
import { readCsv } from '../../src/common/table-files/read-csv.js';
import { hasCategories } from '../../model/definition.js';
import { describePeople, importPeople, parseDefinition } from '../../model/simulate.js';
import { PeopleTable } from '../../src/saved/populations/rows/people-table.js';
import { fastestMs, type DecisionCase } from './decision-case.js';

const peopleCount = 100_000;
const rounds = 3;
/** The file has these attributes. The other 12 of the workflow are drawn, given these. */
const given = ['sex', 'age', 'income', 'train_time', 'car_cost'];

/** A CSV file of 100,000 people, from its bytes to the rows of a population. */
export const people: DecisionCase = {
  id: 'people',
  run() {
    const definition = parseDefinition(JSON.parse(readFileSync('catalog/swissmetro-mode-choice.json', 'utf8')));
    const { population, workflow_id } = definition;
    const attributes = given.map((id) => population.attributes.find((attribute) => attribute.id === id)!);
    const lines = Array.from({ length: peopleCount }, (_, row) =>
      attributes
        .map((attribute, k) => {
          // A sequence without a pattern that the columns share.
          const part = ((row * (2 * k + 3) * 7_919) % 9_973) / 9_973;
          if (hasCategories(attribute)) return attribute.categories[Math.floor(part * attribute.categories.length)]!.id;
          const { values } = attribute.quantiles;
          return values[Math.floor(part * values.length)]!;
        })
        .join(','),
    );
    const bytes = Buffer.from([given.join(','), ...lines].join('\n'));
    const ms = fastestMs(rounds, () => {
      const table = new PeopleTable(population.attributes, { columns: {}, values: {} });
      readCsv(bytes, table);
      table.end();
      if (table.issueCount > 0) throw new Error(JSON.stringify(table.issues));
      const { columns, weights } = table.toColumns();
      const { people: rows } = importPeople(population, columns, weights, table.rowCount, workflow_id);
      describePeople(population, rows);
    });
    const name = 'import of 100,000 people, 5 of 17 attributes given (at most 5,000 ms)';
    return [{ case: name, value: ms, unit: 'ms', against: null, ratio: null }];
  },
};
