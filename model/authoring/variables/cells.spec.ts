import { calibrate } from '../../fitting/calibrate.js';
import { calibrationResult } from '../../fitting/results/calibration-result.js';
import type { Table } from '../../fitting/rows/table.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { parseRecipe } from '../recipe/parse-recipe.js';

function tableOf(text: string): Table {
  const [header, ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(','));
  const columns = new Map(header!.map((name, column) => [name, lines.map((cells) => cells[column]!)]));
  return { columns, lines: Int32Array.from(lines, (_, row) => row + 2) };
}

function fitted(spec: string, table: Table) {
  const { recipe, table: data, notes } = expandSpec(parseSpec(spec), table);
  const calibration = calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-01-01' });
  return { notes, definition: calibration.definition, ...calibrationResult(calibration) };
}

/** Visitors of an experiment in six rows. */
const visitors = tableOf(`g,device,clicks,no_click
  Control,desktop,12403,90938
  Control,mobile,1015,15177
  Control,tablet,38,363
  X,desktop,12474,90589
  X,mobile,1030,15463
  X,tablet,47,391`);
const parameters = 'parameters: { g: { randomized: true } }';

describe('tables of counts', () => {
  it('Rows of cbind() that are the cells of a table are as many respondents as they count', () => {
    const { notes, effects, estimates, definition, baseline } = fitted(
      `title: Clicks\nformula: cbind(clicks, no_click) ~ g + device\n${parameters}`,
      visitors,
    );
    expect(notes).toContain(
      '6 rows are cells of 239928 separate respondents. If those of a row belong together, name the column of the rows in `group`.',
    );
    expect(definition.evidence.data).toMatchObject({ respondents: 239_928, sample: '6 rows of the uploaded data' });
    // R: glm(cbind(clicks, no_click) ~ g + device, family = binomial)
    const { estimate, standard_error: error } = estimates.find(({ coefficient }) => coefficient === 'g_x')!;
    expect(estimate).toBeCloseTo(0.0088745, 6);
    expect(error).toBeCloseTo(0.0129, 4);
    expect(effects[0]!.simulated).toBeCloseTo(0.0009, 4);
    expect(effects[0]!.interval![1] - effects[0]!.interval![0]).toBeLessThan(0.006);
    for (const { observed, simulated } of baseline!.figures) expect(Math.abs(observed - simulated)).toBeLessThan(0.002);
    const { split } = definition.evidence;
    expect(split.test_observations / (split.test_observations + split.train_observations)).toBeCloseTo(0.3, 2);
  });

  it('Rows with frequencies give the estimates and the respondents of cbind()', () => {
    const rows = Array.from(visitors.lines).flatMap((_, row) =>
      ['clicks', 'no_click'].map((own) =>
        [
          ...['g', 'device'].map((name) => visitors.columns.get(name)![row]),
          own,
          visitors.columns.get(own)![row],
        ].join(),
      ),
    );
    const spec = `title: Clicks\nformula: did ~ g + device\noutcome: { event: clicks }\n${parameters}\nweight: n\nweight_kind: frequency`;
    const { estimates, definition } = fitted(spec, tableOf(['g,device,did,n', ...rows].join('\n')));
    expect(estimates.find(({ coefficient }) => coefficient === 'g_x')!.estimate).toBeCloseTo(0.0088745, 6);
    expect(definition.evidence.data.respondents).toBe(239_928);
  });

  it('Rows of cbind() whose combinations repeat remain one respondent each, as before', () => {
    const rows = Array.from({ length: 60 }, (_, k) => `${k % 2 ? 'home' : 'away'},${4 + (k % 7)},${3 + (k % 5)}`);
    const { recipe, notes } = expandSpec(
      parseSpec('title: Games\nformula: cbind(won, lost) ~ side\nparameters: { side: {} }'),
      tableOf(['side,won,lost', ...rows].join('\n')),
    );
    expect(recipe.data['columns']).toHaveProperty(['outcome.trials']);
    expect(notes.join()).not.toContain('cells');
  });
});

describe('differences between the groups of one column', () => {
  const rows = Array.from(
    { length: 600 },
    (_, k) => `${k < 300 ? 'control' : 'letter'},${k % 300 < (k < 300 ? 57 : 116) ? 1 : 0}`,
  );
  const table = tableOf(['arm,bought', ...rows].join('\n'));

  it.each(['{ randomized: true }', '{}'])(
    'The interval is the one of the data, with parameters.arm %s',
    (parameter) => {
      const { effects } = fitted(
        `title: Letter\nformula: bought ~ arm\noutcome: { event: 1 }\nparameters: { arm: ${parameter} }`,
        table,
      );
      const { simulated, interval } = effects[0]!;
      expect(simulated).toBeCloseTo(0.1967, 4);
      expect(interval![0]).toBeCloseTo(0.126, 1);
      expect(interval![0]).toBeGreaterThan(0.12);
      expect(interval![1]).toBeLessThan(0.275);
    },
  );
});
