import fc from 'fast-check';
import { commandArbitraries, type Real } from '../../support/faults/commands.js';
import { FaultyService } from '../../support/faults/faulty-service.js';
import { expectInvariants } from '../../support/faults/invariants.js';
import { Ledger } from '../../support/faults/ledger.js';
import { roundCount } from '../../support/faults/rounds.js';

const maxCommands = 60;
const timeoutMs = 24 * 3_600_000;

describe('random sequences of calls and faults', () => {
  let service: FaultyService;

  beforeAll(async () => {
    service = await FaultyService.start();
  });
  afterAll(() => service.stop());

  it(
    'After any sequence of calls and faults, each accepted simulation has one final status, correct quota, one event and complete results',
    async () => {
      let [rounds, commandCount, responses, lost, accepted] = [0, 0, 0, 0, 0];
      const sequences = fc.commands(commandArbitraries, { maxCommands, size: 'max' });
      const property = fc.asyncProperty(sequences, async (commands) => {
        const ledger = new Ledger();
        const real: Real = { service, customer: await service.newCustomer() };
        await fc.asyncModelRun(() => ({ model: ledger, real }), commands);
        await service.recover();
        await expectInvariants(service, real.customer, ledger);
        rounds += 1;
        commandCount += [...commands].length;
        responses += ledger.responseCount;
        lost += ledger.lostCount;
        accepted += ledger.accepted.length;
      });
      // A failure reports its seed. fast-check does not shrink it because each attempt would take half a minute.
      const seed = process.env['FAULT_SEED'];
      const parameters = {
        numRuns: roundCount(1),
        endOnFailure: true,
        ...(seed !== undefined && { seed: Number(seed) }),
      };
      await fc.assert(property, parameters);
      const totals = {
        rounds,
        commands: commandCount,
        calls: responses + lost,
        lostCalls: lost,
        simulations: accepted,
      };
      process.stdout.write(`${JSON.stringify(totals)}\n`);
    },
    timeoutMs,
  );
});
