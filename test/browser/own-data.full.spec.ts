import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, openPage, signUp } from '../support/browser.js';
import { projectFolder } from '../support/operator.js';
import { waitUntil } from '../support/wait-until.js';

const screen = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
/** `SCREENSHOTS=folder` stores a picture of each step, to look at. */
const screenshotFolder = process.env['SCREENSHOTS'];

/** Reminder letters in two waves. The letter and the discount were assigned at random. */
const letters = {
  name: 'letters.csv',
  mimeType: 'text/csv',
  buffer: readFileSync(join(projectFolder, 'docs/examples/letters.csv')),
};

const rowCount = letters.buffer.toString().trimEnd().split('\n').length - 1;

describe('own data', () => {
  let browser: Browser;
  let page: Page;
  let problems: string[];
  /** Path of the page of the letters. */
  let dataset: string;

  beforeAll(async () => {
    browser = await connectBrowser();
    ({ page, problems } = await openPage(browser, { viewport: screen }));
    await signUp(page);
    await page.goto('/own-data?tier=sandbox');
    await page.getByRole('heading', { level: 1, name: 'Own data' }).waitFor();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    expect(problems).toEqual([]);
    await page.setViewportSize(screen);
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });
  const step = (name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  const role = (column: string) => page.getByRole('combobox', { name: `Role of ${column}`, exact: true });
  const yaml = () => page.getByLabel('Spec (YAML)');
  const formula = () => page.getByLabel('Formula', { exact: true });
  const upload = (file: typeof letters) => page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
  const uploadLetters = async () => {
    await page.goto('/own-data');
    await upload(letters);
    await step('Data');
    return new URL(page.url()).pathname;
  };
  const expectText = (field: ReturnType<typeof yaml>, pattern: RegExp) =>
    waitUntil(`${pattern} is in the text`, async () => pattern.test(await field.inputValue()));
  const deleteNewest = async (name: string) => {
    await page.goto('/own-data');
    await button(`Delete ${name}`).first().click();
    await button('Delete the dataset').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  /** Checks accessibility and width on a wide and a narrow screen. */
  const isUsable = async (name: string) => {
    for (const viewport of [screen, phone]) {
      await page.setViewportSize(viewport);
      expect(await seriousProblems(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
      if (screenshotFolder)
        await page.screenshot({ path: join(screenshotFolder, `${name}-${viewport.width}.png`), fullPage: true });
    }
    await page.setViewportSize(screen);
  };

  it('A user uploads a file, models it, fits it, publishes the workflow, and gets an answer from it', async () => {
    await isUsable('own-data-empty');
    dataset = await uploadLetters();
    await page.getByText(`${rowCount.toLocaleString('en-US')} rows, 7 columns.`).waitFor();
    expect(await role('paid').inputValue()).toBe('outcome');
    expect(await role('household').inputValue()).toBe('group');
    await page.getByRole('img', { name: /^Histogram of age: \d+ to \d+$/ }).waitFor();
    await role('letter').selectOption('Can change, assigned at random');
    await role('discount').selectOption('Can change, assigned at random');
    await expectText(yaml(), /^ {2}discount: \{ randomized: true \}$/m);
    await isUsable('own-data-1-data');

    await link('Continue: model').click();
    await step('Model');
    await page.getByLabel('Title of the workflow').fill('Reminder letters');
    await expectText(yaml(), /^title: Reminder letters$/m);
    await page.getByText(/^The log-odds of “Paid” are a weighted sum of/).waitFor();
    await formula().fill('paid ~ letter + discount + age + region');
    await expectText(yaml(), /^formula: paid ~ letter \+ discount \+ age \+ region$/m);
    await page.getByText(/^The log-odds of “Paid” are a weighted sum of(?!.*past bills)/).waitFor();
    await yaml().fill((await yaml().inputValue()).replace(/^title:.*$/m, 'title: Reminder letters 2025'));
    expect(await page.getByLabel('Title of the workflow').inputValue()).toBe('Reminder letters 2025');
    await isUsable('own-data-2-model');

    // A reload before the fit keeps what was said, also the edited text.
    await page.reload();
    await expectText(yaml(), /^title: Reminder letters 2025$/m);
    expect(await yaml().inputValue()).toMatch(/^ {2}letter: \{.*randomized: true.* \}$/m);
    expect(await page.getByLabel('Title of the workflow').inputValue()).toBe('Reminder letters 2025');
    await link('1. Data').click();
    expect(await role('letter').inputValue()).toBe('randomized');
    await link('2. Model').click();
    await step('Model');

    await link('Continue: fit').click();
    await step('Fit');
    await page.getByText(/^uses 1, /).waitFor();
    await button('Fit the model').click();
    await page.getByText(/^Letter: .* instead of .*: .* “Paid”/).waitFor();
    await page.getByRole('heading', { name: 'Sample answers' }).waitFor();
    await page.reload();
    await page.getByText(/^Letter: .* instead of .*: .* “Paid”/).waitFor();
    await expectText(yaml(), /^title: Reminder letters 2025$/m);
    await isUsable('own-data-3-fit');

    await link('Continue: publish').click();
    await step('Publish');
    await isUsable('own-data-4-publish');
    const examples = page.getByLabel('Example questions');
    const own = 'How many customers pay if everyone gets the plain letter?';
    await examples.fill(`${await examples.inputValue()}\n${own}`);
    await button('Publish').click();
    await page.getByText('Version 1.0.0 is published').waitFor();
    expect(await page.getByText('Similar questions in other workflows').count()).toBe(0);
    await page.getByRole('listitem').getByRole('link', { name: own }).waitFor();
    const question = await page
      .getByRole('listitem')
      .getByRole('link', { name: /letter/ })
      .first()
      .textContent();
    await link('Ask a question').last().click();
    await page.getByText('Answered by Reminder letters 2025').waitFor();
    await isUsable('own-data-5-ask');
    await page.getByRole('button', { name: question!, exact: true }).click();
    await page.getByText('Your choice').waitFor();
    await button('Run simulation').click();
    await page.waitForURL(/\/simulations\/sim_[0-9a-f]{32}$/);
    await page.getByText('completed', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Answer' }).getByText(/Paid/).first().waitFor();

    await page.goto('/own-data');
    await page.getByRole('table', { name: 'Fits' }).getByRole('link', { name: 'Reminder letters 2025' }).waitFor();
    await isUsable('own-data-list');
  });

  it('The chosen workflow answers each question until it is removed', async () => {
    const question = 'How many travelers would take the Swissmetro if its fares were 20% lower?';
    const answering = (name: string | RegExp) => page.getByRole('heading', { level: 2, name }).waitFor();
    await page.goto('/?workflow=charity-match-mailing');
    await page.getByLabel('Your question').fill(question);
    await answering(/donations|donors|charit|fundrais/i);
    await page.getByText('Your choice').waitFor();
    await button(/^Remove /).click();
    await page.waitForURL((url) => !url.search.includes('workflow'));
    await answering(/Swissmetro/);
    expect(await page.getByText('Answered by').count()).toBe(0);
  });

  it('A file that is no table is rejected with the line and the fix, and the next file is read', async () => {
    await page.goto('/own-data');
    const file = (name: string, text: string) => ({ ...letters, name, buffer: Buffer.from(text) });
    await upload(file('letters.xlsx', 'PK'));
    await page.getByText('This is a spreadsheet. Save its table as CSV, and choose that file.').waitFor();
    await upload(file('letters.csv', 'paid,age\nyes,1,2\n'));
    await page.getByText(/^Line 2: the row has another number of values than the header/).waitFor();
    expect(await page.getByLabel('Drop a file here, or choose one').getAttribute('aria-invalid')).toBe('true');
    await isUsable('own-data-invalid-file');
    await uploadLetters();
    await deleteNewest('letters.csv');
    await waitUntil('one dataset is left', async () => (await button('Delete letters.csv').count()) === 1);
  });

  it('Questions about what the data do not show have defaults, and answers change the spec', async () => {
    const rows = Array.from({ length: 200 }, (_, row) => {
      const [age, offer] = [20 + ((7 * row) % 50), ['none', 'gift'][row % 2]];
      return [(row * row) % 11 < 4 ? 'stays' : 'leaves', offer, row % 20 === 0 ? '' : age, 1 + (row % 4)].join();
    });
    const csv = `status,offer,age,weight\n${rows.join('\n')}\n`;
    await page.goto('/own-data');
    await upload({ ...letters, name: 'customers.csv', buffer: Buffer.from(csv) });
    await step('Data');
    await page.getByText('10 rows (5%) lack "age".').waitFor();
    await role('status').selectOption('Outcome');
    await link('2. Model').click();
    await page.getByLabel(/^Which value of status should the model predict/).selectOption('leaves');
    await page
      .getByRole('group', { name: /assigned at random/ })
      .getByLabel('offer')
      .check();
    await page.getByLabel(/^Which column has sampling weights/).selectOption('weight');
    await page.getByLabel(/^10 rows lack age/).selectOption('Use the median or the most frequent value');
    await expectText(
      yaml(),
      /^outcome: \{ event: leaves.*^weight: weight$.*^missing: impute.*offer: \{ randomized: true/ms,
    );
    await page.getByText(/^The log-odds of “Leaves” are a weighted sum of/).waitFor();
    await page.getByLabel('Title of the workflow').fill('Who leaves');
    await expectText(yaml(), /^title: Who leaves$/m);
    await page.reload();
    await expectText(
      yaml(),
      /^title: Who leaves$.*^outcome: \{ event: leaves.*^weight: weight$.*^missing: impute.*offer: \{ randomized: true/ms,
    );
    expect(await page.getByLabel(/^Which value of status should the model predict/).inputValue()).toBe('leaves');
    await isUsable('own-data-questions');
    await deleteNewest('customers.csv');
  });

  it('The variables of the alternatives of a choice are parameters', async () => {
    const price = (row: number, step: number) => 1 + ((step * row) % 7) / 2;
    const rows = Array.from({ length: 210 }, (_, row) =>
      [price(row, 3) + (row % 2) > price(row, 5) ? 'bus' : 'car', price(row, 3), price(row, 5), 20 + (row % 40)].join(),
    );
    const csv = `choice,price_car,price_bus,age\n${rows.join('\n')}\n`;
    await page.goto('/own-data');
    await upload({ ...letters, name: 'trips.csv', buffer: Buffer.from(csv) });
    await step('Data');
    expect(await role('price_bus').inputValue()).toBe('parameter');
    await page.getByLabel('A row is').selectOption({ index: 1 });
    await expectText(yaml(), /^alternatives: .*price_\{alt\}.*^parameters:.*^ {2}price: /ms);
    await link('2. Model').click();
    await page
      .getByRole('group', { name: /^Which of these columns were assigned at random/ })
      .getByLabel('price')
      .check();
    await expectText(yaml(), /^ {2}price: \{ randomized: true, each: alternative/m);
    await page.getByRole('heading', { name: 'The model in words' }).waitFor();
    await deleteNewest('trips.csv');
  });

  it('A number is set to any value, an order can be declined, and the rows that the model uses are counted', async () => {
    const rows = Array.from({ length: 300 }, (_, row) =>
      [1 + ((row * 7) % 5), 5 + ((row * 61) % 89), row % 10 === 0 ? '' : 20 + ((row * 31) % 47)].join('\t'),
    );
    const tsv = `rating\tminutes\tage\n${rows.join('\n')}\n`;
    await page.goto('/own-data');
    const mimeType = 'text/tab-separated-values';
    await upload({ ...letters, name: 'ratings.tsv', mimeType, buffer: Buffer.from(tsv) });
    await step('Data');
    await role('rating').selectOption('Outcome');
    await role('minutes').selectOption('Can change');
    await link('2. Model').click();
    await expectText(yaml(), /^outcome: \{ order: \[1, 2, 3, 4, 5\] \}/m);
    await page.getByText(/^The model uses 270 of 300 rows, and has \d+ coefficients\.$/).waitFor();
    await page
      .getByLabel('What a scenario does to minutes')
      .selectOption('Gives everyone one value, any number of its range');
    await expectText(yaml(), /^ {2}minutes: \{ change: set \}$/m);
    await page.getByLabel(/^Are the numbers of rating a scale/).selectOption('No scale: the numbers are counts');
    await expectText(yaml(), /^family: counts/m);
    await page.getByLabel(/^Are the numbers of rating a scale/).selectOption('They have an order');
    await page.getByLabel('The order').fill('5\n4\n3\n2\n1');
    await expectText(yaml(), /^outcome: \{ order: \[5, 4, 3, 2, 1\] \}/m);
    await isUsable('own-data-order');
    await deleteNewest('ratings.tsv');
  });

  it('A problem of the formula is at its field, with the fix, and problems elsewhere are at the YAML', async () => {
    await page.goto(dataset);
    await link('Continue: model').click();
    await formula().fill('paid ~ leter + age');
    await page.getByText(/did you mean "letter"\?$/).waitFor();
    expect(await formula().getAttribute('aria-invalid')).toBe('true');
    await isUsable('own-data-invalid-formula');
    await link('3. Fit').click();
    expect(await button('Fit the model').isDisabled()).toBe(true);
    await page.getByText(/formula: Uses "leter".*did you mean "letter"\?/).waitFor();
    await button('Write it from the choices').click();
    await expectText(yaml(), /^formula: paid ~ .*letter/m);
    await button('Fit the model').and(page.locator(':enabled')).waitFor();
    await yaml().fill(`${await yaml().inputValue()}group: houshold\n`);
    await page.getByText(/did you mean "household"\?|is defined twice|unique/).waitFor();
  });

  it('Without an outcome, the page asks for it, and the other steps wait', async () => {
    await page.goto(dataset);
    await button('Write it from the choices').click();
    await role('paid').selectOption('May explain the outcome');
    await page.getByText('Select the column of the outcome.').waitFor();
    expect(await link('2. Model').count()).toBe(0);
    await role('age').selectOption('Outcome');
    await link('2. Model').waitFor();
  });
});
