import type { Browser, Page } from 'playwright-core';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, fromMenu, openPage, signUp } from '../support/browser.js';

const screen = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

/** 60 people: 40 women and 20 men. */
const rows = Array.from({ length: 60 }, (_, row) => `${row < 40 ? 'F' : 'M'},${60 + row},x`);
const csvFile = (lines: readonly string[]) => ({
  name: 'customers.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Sex,Usual travel time by train,Shoe size', ...lines].join('\n')),
});

/** The body of the run that the page shows. */
function readRun<Run>(page: Page, path: string): Promise<Run> {
  return page.evaluate(async (address) => {
    const response = await fetch(address, { headers: { 'svc-tier': 'sandbox' } });
    return ((await response.json()) as { data: unknown }).data;
  }, path) as Promise<Run>;
}

describe('the forms of the dashboard', () => {
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await connectBrowser();
    ({ page, problems } = await openPage(browser, { viewport: screen }));
    await signUp(page);
    await page.goto('/runs?tier=sandbox');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    expect(problems).toEqual([]);
    await page.setViewportSize(screen);
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const runOf = async <Run>(path: string): Promise<Run> => {
    await page.waitForURL(new RegExp(`/${path}/[a-z]+_[0-9a-f]{32}$`));
    return readRun<Run>(page, `/v1/runs/${new URL(page.url()).pathname.split('/').at(-1)}`);
  };
  const isAccessible = async () => expect(await seriousProblems(page)).toEqual([]);
  const sideways = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');

  it('The page of a workflow shows the formulas and estimates of its model', async () => {
    await page.goto('/workflows/swissmetro-mode-choice');
    await page.getByText('Formulas', { exact: true }).click();
    await page.getByText(/V\(train\) = asc_train \+ /).waitFor();
    await page.getByText(/^Estimates \(\d+\)$/).click();
    await page.getByRole('table', { name: 'Estimates', exact: true }).getByText('asc_car').waitFor();
    await page.getByRole('table', { name: 'Strongest correlations of estimates' }).waitFor();
    expect(await sideways()).toBe(0);
    await isAccessible();
  });

  it('A user starts a goal from the workflow, sees a problem at its field and the cost, and gets the page of the goal', async () => {
    await page.goto('/workflows/swissmetro-mode-choice');
    await page.getByRole('link', { name: 'Find the value that reaches a target' }).click();
    await page.getByRole('heading', { level: 1, name: 'New goal' }).waitFor();
    await page.getByLabel('Quantity').selectOption('Share of “Train”');
    expect(await button('Run the search').isDisabled()).toBe(true);
    const target = page.getByLabel('Target, %');
    await target.fill('120');
    await page.getByText('Expected a share between 0 and 1.').waitFor();
    expect(await target.getAttribute('aria-invalid')).toBe('true');
    await target.fill('18');
    await page.getByLabel('Parameter', { exact: true }).selectOption({ label: 'Train fare' });
    await page.getByLabel('To', { exact: true }).fill('3');
    await page.getByText('A part of this range is outside the data.').waitFor();
    await button('Add a constraint').click();
    const constraint = page.getByRole('group', { name: 'Constraint 1' });
    await constraint.getByLabel('Quantity').selectOption('Share of “Car”');
    await constraint.getByLabel('Limit, %').fill('40');
    await page.getByLabel('Agents', { exact: true }).fill('100');
    await page.getByText(/^uses 1, /).waitFor();
    await isAccessible();
    await button('Run the search').click();
    const goal = await runOf<Record<string, unknown>>('goals');
    expect(goal).toMatchObject({
      agent_count: 100,
      objective: { goal: 'reach', share: 'train', target: 0.18 },
      parameters: [{ name: 'train_cost_factor', from: 0.85, to: 3 }],
      constraints: [{ share: 'car', at_most: 0.4 }],
    });
  });

  it('A goal for a result starts with its scenario and its adjustments, and can maximize revenue', async () => {
    const id = await page.evaluate(async () => {
      const body = {
        ...{ workflow_id: 'swissmetro-mode-choice', agent_count: 50, seed: 1 },
        ...{ scenario_context: { car_cost_factor: 1.2 }, where: { sex: 'female' } },
      };
      const headers = { 'content-type': 'application/json', 'svc-tier': 'sandbox' };
      const response = await fetch('/v1/simulations', { method: 'POST', headers, body: JSON.stringify(body) });
      return ((await response.json()) as { data: { id: string } }).data.id;
    });
    await page.goto(`/simulations/${id}`);
    await fromMenu(page, 'Find the value that reaches a target');
    // The parameter that the simulation changed is searched first.
    expect(await page.getByLabel('Parameter', { exact: true }).inputValue()).toBe('car_cost_factor');
    await page.getByText('Who and what is simulated 1 changed').waitFor();
    await page.getByLabel('Quantity').selectOption('Another value per agent');
    await page.getByLabel('Value of “Swissmetro”').selectOption('Cost');
    await page.getByLabel('Goal').selectOption('As large as possible');
    // The measure that the workflow offers has the same values. It varies its price, and can have a unit cost.
    await page.getByLabel('Quantity').selectOption('Amount paid per agent: Cost × share of “Swissmetro”');
    expect(await page.getByLabel('Parameter', { exact: true }).inputValue()).toBe('swissmetro_cost_factor');
    await page.getByText('Other parameters 1 changed').waitFor();
    await page.getByLabel('Unit cost, in CHF').fill('20');
    await isAccessible();
    await page.getByLabel('Agents', { exact: true }).fill('50');
    await button('Run the search').click();
    const goal = await runOf<Record<string, unknown>>('goals');
    expect(goal).toMatchObject({
      objective: { goal: 'maximize', values: { swissmetro: { name: 'cost', constant: -20 } } },
      scenario_context: { car_cost_factor: 1.2 },
      adjustments: { where: { sex: ['female'] } },
    });
  });

  it('A user starts an analysis of what matters most from the workflow, with chosen parameters', async () => {
    await page.goto('/workflows/swissmetro-mode-choice');
    await page.getByRole('link', { name: 'What matters most' }).click();
    await page.getByText(/All that the data vary with.*Train fare/).waitFor();
    await button('Choose the parameters').click();
    await button('Add a parameter').click();
    await page.getByLabel('Agents', { exact: true }).fill('20');
    await page.getByText(/^uses \d+, /).waitFor();
    await isAccessible();
    await button('Run the analysis').click();
    const { parameters } = await runOf<{ parameters: object[] }>('sensitivities');
    expect(parameters).toHaveLength(2);
    await page.getByText('completed', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText(/^uses \d+, /).waitFor();
    expect(await page.getByLabel('Agents', { exact: true }).inputValue()).toBe('20');
    expect(await page.getByRole('button', { name: 'Add a parameter' }).count()).toBe(1);
  });

  it('A run has a segment, the shares of a market, and other alternatives, and shows problems at their fields', async () => {
    await page.goto('/workflows/swissmetro-mode-choice');
    await page.getByText('Who and what is simulated').click();
    await page.getByLabel('Only agents with this attribute').selectOption('Sex');
    await page.getByRole('group', { name: 'Sex' }).getByLabel('Woman').check();
    await page.getByLabel('And with this attribute').selectOption('Usual travel time by train');
    await page
      .getByLabel(/^up to \d+ min$/)
      .first()
      .check();
    await page.getByRole('group', { name: 'Remove' }).getByLabel('Car').check();
    await page.getByRole('group', { name: 'Remove' }).getByLabel('Train').check();
    await page.getByText('Must leave at least two alternatives.').waitFor();
    await page.getByText('Correct the marked fields.').waitFor();
    expect(await button('Run simulation').isDisabled()).toBe(true);
    await button('Add an alternative').click();
    await page.getByLabel('Name').fill('Night train');
    await page.getByLabel('Time between departures: factor').fill('0.5');
    await page.getByLabel('Train, %').fill('20');
    await page.getByLabel('Swissmetro, %').fill('50');
    await page.getByText('Sum: 70%. The other outcomes share the remaining 30%.').waitFor();
    await page.getByLabel('Car, %').fill('20');
    await page.getByText('Sum: 90%. All shares together must be 100%.').waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: /it must be 0\.3 with/ })
      .waitFor();
    await page.getByLabel('Car, %').fill('30');
    await page.getByText('Limits of the adjusted model').waitFor();
    await page.getByLabel('Agents', { exact: true }).fill('200');
    await isAccessible();
    await button('Run simulation').click();
    const { adjustments } = await runOf<{ adjustments: { where: { sex: string[] } } }>('simulations');
    expect(adjustments).toMatchObject({
      where: { sex: ['female'], train_time: ['group_1'] },
      alternatives: {
        remove: ['car', 'train'],
        add: [{ id: 'night_train', label: 'Night train', like: 'train', attributes: { headway: { times: 0.5 } } }],
      },
      calibration_targets: [
        { outcome: 'train', share: 0.2 },
        { outcome: 'swissmetro', share: 0.5 },
        { outcome: 'car', share: 0.3 },
      ],
    });
  });

  it('A parameter sweep has the same adjustments', async () => {
    await page.goto('/sweeps/new?workflow=swissmetro-mode-choice');
    await page.getByText('Who and what is simulated').click();
    await page.getByLabel('Only agents with this attribute').selectOption('Sex');
    await page.getByRole('group', { name: 'Sex' }).getByLabel('Man', { exact: true }).check();
    await page.getByLabel('Agents at each point', { exact: true }).fill('20');
    await page.getByText(/^uses 5, /).waitFor();
    await button('Run the sweep').click();
    const { adjustments } = await runOf<{ adjustments: object }>('sweeps');
    expect(adjustments).toMatchObject({ where: { sex: ['male'] } });
  });

  it('A user uploads a population, reads the problems of its rows, compares its margins, uses it and deletes it', async () => {
    await page.goto('/workflows/swissmetro-mode-choice');
    await page.getByText('Who and what is simulated').click();
    await page.getByRole('link', { name: 'Upload a population' }).click();
    await page.getByLabel('CSV file').setInputFiles(csvFile(['F,9999,x', ...rows]));
    await page.getByText('Not used: Shoe size.').waitFor();
    await page.getByText(/^Drawn from the published population.*Purpose of the trip/).waitFor();
    expect(await page.getByLabel('Sex', { exact: true }).inputValue()).toBe('Sex');
    await page.getByLabel('“F” means').selectOption('Woman');
    await button('Upload').click();
    await page
      .getByText(/^Row 1, column “Usual travel time by train”: expected an integer.*received "9999"$/)
      .waitFor();
    await page.getByText(/^Row 42, column “Sex”: expected one of: female, male; received "M"$/).waitFor();
    await isAccessible();
    await page.getByLabel('CSV file').setInputFiles(csvFile(rows));
    await page.getByLabel('“F” means').selectOption('Woman');
    await page.getByLabel('“M” means').selectOption('Man');
    await page.getByLabel('Name').fill('Customers in Bern');
    await button('Upload').click();
    await page.getByRole('heading', { level: 1, name: 'Customers in Bern' }).waitFor();
    await page.getByRole('row', { name: /Woman 66\.7% 21\.7% \+45\.0 points/ }).waitFor();
    await isAccessible();

    await page.goto('/workflows/swissmetro-mode-choice');
    await page.getByText('Who and what is simulated').click();
    await page.getByLabel('Population', { exact: true }).selectOption('Customers in Bern (60 rows)');
    await page.getByLabel('Agents', { exact: true }).fill('50');
    await button('Run simulation').click();
    const { adjustments } = await runOf<{ adjustments: { population_id: string } }>('simulations');
    expect(adjustments.population_id).toMatch(/^pop_/);

    await page.goto('/populations');
    await page.getByRole('link', { name: 'Customers in Bern' }).click();
    await button('Delete').click();
    await button('Delete the population').click();
    await page.getByText('No populations in the sandbox tier').waitFor();
  });

  it('The button that runs a form is in view on a phone and a desktop, at the top and in the middle of the form', async () => {
    for (const [path, name] of [
      ['/workflows/swissmetro-mode-choice', 'Run simulation'],
      ['/goals/new', 'Run the search'],
      ['/sensitivities/new', 'Run the analysis'],
      ['/sweeps/new', 'Run the sweep'],
    ] as const) {
      await page.goto(path);
      await page.locator('details > summary').filter({ hasText: 'Who and what is simulated' }).click();
      await page.getByLabel('Only agents with this attribute').selectOption('Sex');
      for (const viewport of [screen, phone]) {
        await page.setViewportSize(viewport);
        for (const place of [page.getByRole('heading', { level: 1 }), page.getByRole('group', { name: 'Sex' })]) {
          await place.scrollIntoViewIfNeeded();
          const box = await button(name).boundingBox();
          expect(box!.y).toBeGreaterThanOrEqual(0);
          expect(box!.y + box!.height).toBeLessThanOrEqual(viewport.height);
        }
        expect(await sideways()).toBe(0);
      }
      await isAccessible();
      await page.setViewportSize(screen);
    }
  });

  it('A slider shades values outside the data, a typed value there is marked, and changed values are first when the page opens again', async () => {
    await page.goto('/workflows/swissmetro-mode-choice');
    const fare = page.getByRole('slider', { name: 'Cost by car, slider' });
    await fare.focus();
    await page.keyboard.press('End');
    const number = page.getByRole('spinbutton', { name: 'Cost by car' });
    await page.getByText('CHF', { exact: true }).first().waitFor();
    const highest = Number(await number.inputValue());
    await number.fill(String(highest * 2));
    await page.getByText('(outside the data)', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('(outside the data)', { exact: true }).waitFor();
    const [first] = await page.getByRole('spinbutton').all();
    expect(await first!.getAttribute('id')).toBe(await number.getAttribute('id'));
    await button('Reset Cost by car to its default').click();
    await page.getByText(/^Baseline: /).waitFor();
  });
});
