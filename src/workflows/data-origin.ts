import { strictObject, z } from 'zod';

export const dataOriginSchema = strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .meta({ description: 'Country, ISO 3166-1 alpha-2; null if the source does not state it.', examples: ['CH'] }),
  years: strictObject({
    from: z.int().meta({ description: 'First year.', examples: [1998] }),
    to: z.int().meta({ description: 'Last year.', examples: [1998] }),
    basis: z.enum(['collected', 'published']).meta({
      description:
        '`collected`: the years that the data are about. `published`: the source states only when it was published.',
    }),
  }),
})
  .nullable()
  .meta({ description: 'Country and years of the data. Null for workflows that are no part of the release.' });
export type DataOrigin = z.infer<typeof dataOriginSchema>;

interface Origin {
  country: string | null;
  /** A place that the definition names, which is in the country. */
  place: string | null;
  years: NonNullable<DataOrigin>['years'];
}

const collected = (country: string, place: string, from: number, to = from): Origin => ({
  ...{ country, place },
  years: { from, to, basis: 'collected' },
});
const published = (country: string | null, place: string | null, year: number): Origin => ({
  ...{ country, place },
  years: { from: year, to: year, basis: 'published' },
});

/** By slug. Definitions never change and have these facts only in texts: a test searches the texts for each place and year. */
export const dataOrigins: Readonly<Record<string, Origin>> = {
  'alt-fuel-vehicle-choice': collected('US', 'California', 1993),
  'catsup-brand-choice': published('US', 'Springfield, Missouri', 1994),
  'catsup-repeat-purchases': published('US', 'Springfield, Missouri', 1994),
  'charity-match-mailing': collected('US', 'US charity', 2005),
  'conservation-wtp': collected('AU', 'Australia', 1990),
  'family-planning-network': collected('KR', 'Korea', 1964, 1973),
  'gotv-social-pressure': collected('US', 'Michigan', 2006),
  'health-insurance-visits': collected('US', 'American families', 1974, 1982),
  'hiv-test-incentive': collected('MW', 'Malawi', 2004),
  'housing-satisfaction': published('DK', 'Copenhagen', 1976),
  'hybrid-corn-network': collected('BR', 'Brazil', 1946, 1966),
  'intercity-mode-choice': collected('CA', 'Montreal', 1989),
  'repeated-pd-cooperation': published(null, null, 2011),
  'swissmetro-mode-choice': collected('CH', 'Switzerland', 1998),
  'swissmetro-value-of-time': collected('CH', 'Switzerland', 1998),
  'technology-adoption-bass': collected('US', 'United States', 1908, 2016),
  'unemployment-duration': collected('US', 'United States', 1986, 1992),
  'welfare-wording-experiment': collected('US', 'United States', 1986, 2010),
};

/** Others can publish other data under the same slug. */
export function dataOriginOf(workflowId: string, { builtIn }: { builtIn: boolean }): DataOrigin {
  const origin = builtIn ? dataOrigins[workflowId] : undefined;
  return origin ? { country: origin.country, years: origin.years } : null;
}

/** Slugs of the built-in workflows with data of a country and of a year or later. Undefined without a filter. */
export function slugsWithData({ country, since }: { country?: string | undefined; since?: number | undefined }) {
  if (country === undefined && since === undefined) return undefined;
  return Object.entries(dataOrigins).flatMap(([slug, origin]) =>
    (country === undefined || origin.country === country) && (since === undefined || origin.years.to >= since)
      ? [slug]
      : [],
  );
}
