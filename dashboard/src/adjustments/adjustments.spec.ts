import { adjustmentFields, adjustmentsInput, adjustmentsRequest, noAdjustments, shareField } from './adjustments';

const requested = {
  population_id: 'pop_1',
  where: { sex: 'female', age: ['up_to_24', '25_to_39'] },
  alternatives: {
    remove: ['car'],
    add: [{ id: 'night_train', label: 'Night train', like: 'train', attributes: { cost: 40, time: { times: 1.5 } } }],
    products: [{ id: 'bolt_12', label: 'Bolt 12', attributes: { price: 12, brand: 'bolt' } }],
  },
  calibration_targets: [{ outcome: 'train', share: 0.183 }],
};

describe('the adjustments of a run in a form', () => {
  it('The input of an earlier run leads to the same request', () => {
    const record = { ...requested, published_digest: '0'.repeat(64), warnings: [] };
    const where = { sex: ['female'], age: ['up_to_24', '25_to_39'] };
    expect(adjustmentsRequest(adjustmentsInput(record))).toEqual({ ...requested, where });
    expect(adjustmentsInput(null)).toEqual(noAdjustments);
  });

  it('An unchanged workflow and incomplete fields need no field of the request', () => {
    const incomplete = { ...noAdjustments, where: { sex: [] }, shares: { train: '' } };
    expect(adjustmentsRequest(incomplete)).toEqual({});
  });

  it('A saved calibration replaces the shares that were entered', () => {
    const input = { ...noAdjustments, shares: { train: '20' }, calibrationId: 'cal_1' };
    expect(adjustmentsRequest(input)).toEqual({ calibration_id: 'cal_1' });
  });

  it('The position of a share in the request does not count empty fields', () => {
    const input = { ...noAdjustments, shares: { train: '', swissmetro: '50', car: '20' } };
    expect(shareField(input, 'car')).toBe('calibration_targets.1');
    expect(shareField(input, 'train')).toBeUndefined();
    expect(adjustmentFields(input)).toContain('calibration_targets.1');
  });

  it('A name in another script gets an id, too', () => {
    const added = ['夜行列車', 'Night train'].map((label) => ({ label, like: 'train', attributes: {} }));
    const request = adjustmentsRequest({ ...noAdjustments, added });
    expect(request.alternatives?.add?.map(({ id }) => id)).toEqual(['alternative_1', 'night_train']);
  });
});
