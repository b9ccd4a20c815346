import { type Attribute, hasCategories, type PopulationDefinition } from '../definition/population.schema.js';
import { DefinitionError } from '../engine-error.js';
import { categoryThresholds, type CategoryThresholds } from './category-thresholds.js';
import { cholesky } from './cholesky.js';

export interface CompiledAttribute {
  readonly definition: Attribute;
  /** Only where the attribute has categories. */
  readonly thresholds: CategoryThresholds | undefined;
}

export interface CompiledPopulation {
  readonly attributes: readonly CompiledAttribute[];
  /** Lower triangular factor of the copula's correlation, n × n by rows; nothing where the attributes are independent. */
  readonly factor: Float64Array | undefined;
}

export function compilePopulation(population: PopulationDefinition): CompiledPopulation {
  const { correlation } = population;
  const factor = correlation && cholesky(correlation);
  if (correlation && !factor) {
    throw new DefinitionError([{ path: 'population.correlation', message: 'is not positive definite' }]);
  }
  return {
    attributes: population.attributes.map((attribute) => ({
      definition: attribute,
      thresholds: hasCategories(attribute) ? categoryThresholds(attribute) : undefined,
    })),
    factor,
  };
}
