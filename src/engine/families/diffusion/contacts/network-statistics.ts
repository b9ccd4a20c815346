/** Contacts of each person of a network, by index. */
export type Contacts = readonly (readonly number[])[];

/** Statistics of a network of named contacts. */
export interface NetworkStatistics {
  /** Shares of people that name no contact, one contact, two contacts, and so on. */
  readonly contacts: readonly number[];
  /** Share of named contacts that name the person in return. */
  readonly reciprocity: number;
  /** Share of two-step paths, from a person to another contact of a contact, that end at a contact of the person. */
  readonly transitivity: number;
  /** Standard deviation of the number of times that a person is named. */
  readonly namedDeviation: number;
}

/** Computes the statistics of a network. Source of the definitions: Wasserman and Faust, "Social network analysis" (1994), sections 4.3 and 6.5. */
export function networkStatistics(contacts: Contacts): NetworkStatistics {
  const count = contacts.length;
  const sets = contacts.map((own) => new Set(own));
  const named = new Float64Array(count);
  const degrees: number[] = [];
  const totals = { links: 0, returned: 0, twoSteps: 0, closed: 0 };
  contacts.forEach((own, person) => {
    degrees[own.length] = (degrees[own.length] ?? 0) + 1;
    for (const contact of own) {
      totals.links++;
      named[contact] = named[contact]! + 1;
      if (sets[contact]!.has(person)) totals.returned++;
      for (const further of contacts[contact]!) {
        if (further === person) continue;
        totals.twoSteps++;
        if (sets[person]!.has(further)) totals.closed++;
      }
    }
  });
  const mean = totals.links / count;
  const squares = named.reduce((sum, times) => sum + (times - mean) ** 2, 0);
  return {
    contacts: Array.from(degrees, (people) => (people ?? 0) / count),
    reciprocity: totals.returned / Math.max(1, totals.links),
    transitivity: totals.closed / Math.max(1, totals.twoSteps),
    namedDeviation: Math.sqrt(squares / count),
  };
}
