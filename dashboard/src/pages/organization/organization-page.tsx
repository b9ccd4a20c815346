import { CopyButton } from '../../components/buttons';
import { DataTable, SecretText } from '../../components/data-table';
import { Facts } from '../../components/facts';
import { useUsage } from '../../run-simulation/use-run-form';
import { Page } from '../../components/page';
import { useSession } from '../../session/session';
import { limits, type Limit, type Plan, type UsageReport } from '../usage/plan-limits';
import { Loaded } from '../../components/states';

export default function OrganizationPage() {
  const { organization } = useSession();
  const usage = useUsage();
  return (
    <Page title="Organization and plan">
      <Facts
        className="panel"
        facts={[
          ['Name', organization.name],
          [
            'Id',
            <span className="row">
              <code>{organization.organization_id}</code>
              <CopyButton text={organization.organization_id} label="Copy id" />
            </span>,
          ],
          ['Plan', <strong>{organization.plan_tier}</strong>],
        ]}
      />
      <Loaded query={usage} lines={6}>
        {(report) => <Plans report={report} organizationId={organization.organization_id} />}
      </Loaded>
    </Page>
  );
}

function Plans({ report, organizationId }: { report: UsageReport; organizationId: string }) {
  const other = report.plans.find(({ plan_tier }) => plan_tier !== report.plan_tier);
  return (
    <>
      <section className="stack">
        <h2>Your plan</h2>
        <p>{summaries[report.plan_tier]}</p>
        <PlanTable plans={report.plans} current={report.plan_tier} />
        <p className="small muted">The same limits apply in both tiers. Each tier counts separately.</p>
      </section>
      {other && <ChangePlan plan={other.plan_tier} organizationId={organizationId} />}
    </>
  );
}

function PlanTable({ plans, current }: { plans: readonly Plan[]; current: Plan['plan_tier'] }) {
  return (
    <DataTable
      caption="Limits of all plans"
      rows={limits}
      rowKey={({ name }) => name}
      columns={[
        {
          header: 'Limit',
          cell: ({ label, meaning }) => (
            <div className="cell">
              <strong>{label}</strong>
              <span className="small muted">{meaning}</span>
            </div>
          ),
        },
        ...plans.map((plan) => ({
          id: plan.plan_tier,
          header: plan.plan_tier === current ? `${plan.plan_tier} (your plan)` : plan.plan_tier,
          numeric: true,
          cell: ({ name, format }: Limit) => format(plan[name]),
        })),
      ]}
    />
  );
}

const summaries: Record<Plan['plan_tier'], string> = {
  sandbox:
    'The sandbox plan is free. It is for trying the service: its simulations run after those of paying organizations.',
  growth: 'The growth plan is for production. Its simulations run before those of the sandbox plan.',
  scale: 'The scale plan has large simulations of up to 10,000,000 agents, and more of everything.',
};

function ChangePlan({ plan, organizationId }: { plan: Plan['plan_tier']; organizationId: string }) {
  const command = `npm run --silent cli -- organization set-plan --organization ${organizationId} --plan ${plan}`;
  return (
    <section className="panel stack">
      <h2>Change to the {plan} plan</h2>
      <p>
        Only the operator of this service can change the plan. Send them the id of your organization. If you operate the
        service yourself, run this command on the server. The new limits apply within 5 seconds.
      </p>
      <SecretText label="Command" text={command} />
    </section>
  );
}
