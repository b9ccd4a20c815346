import { Counter, Gauge, Histogram } from 'prom-client';

/** Metrics that are updated as events occur. `BacklogMetrics` reads the backlog from the databases at each scrape. */
export const metrics = {
  requests: new Histogram({
    name: 'svc_http_request_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  }),
  refusals: new Counter({
    name: 'svc_errors_total',
    help: 'Requests that were answered with an error, by its code: rate_limited, insufficient_quota, …',
    labelNames: ['code'],
  }),
  followers: new Gauge({
    name: 'svc_simulation_followers',
    help: 'How many callers wait for a simulation or listen to it',
  }),
  runs: new Histogram({
    name: 'svc_simulation_run_seconds',
    help: 'How long a worker had a simulation, by what became of it; private: no workflow of this release',
    labelNames: ['workflow', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  }),
  failures: new Counter({
    name: 'svc_simulations_failed_total',
    help: 'Simulations that failed, by the code of the failure',
    labelNames: ['code'],
  }),
  waits: new Histogram({
    name: 'svc_simulation_wait_seconds',
    help: 'How long simulations waited for a worker',
    labelNames: ['tier'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600],
  }),
  attempts: new Histogram({
    name: 'svc_webhook_attempt_seconds',
    help: 'How long attempts at webhook deliveries took, by what became of them',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  }),
  deliveries: new Histogram({
    name: 'svc_webhook_delivery_seconds',
    help: 'How long deliveries took from their event until they were received',
    labelNames: ['tier'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3_600, 86_400],
  }),
};

// Without an initial 0, Prometheus sees no increase at the first failure, and the alert would miss it.
for (const code of ['worker_lost', 'workflow_unavailable']) metrics.failures.inc({ code }, 0);
