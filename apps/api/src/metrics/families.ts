/** What one metric is: its name, what it says, and what its series are told apart by. */
export interface Family<Labels extends readonly string[] = readonly string[]> {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: Labels;
  readonly help: string;
}

/**
 * Every metric of the service. A label has few values, known beforehand: never a tenant, a tool_id, a
 * subject or whatever else a caller makes up, which would fill the memory and tell what a scraper
 * may not know.
 */
export const FAMILIES = {
  requests: {
    name: 'quartermaster_http_requests_total',
    type: 'counter',
    labels: ['method', 'route', 'status'],
    help: 'Requests that were answered, by the pattern of their route.',
  },
  requestSeconds: {
    name: 'quartermaster_http_request_duration_seconds',
    type: 'histogram',
    labels: ['method', 'route'],
    help: 'Time from the head of a request to the end of its answer.',
  },
  refusals: {
    name: 'quartermaster_refusals_total',
    type: 'counter',
    labels: ['code'],
    help: 'Refused requests, by the code that /problems explains.',
  },
  registrations: {
    name: 'quartermaster_registrations_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Registrations of versions, those in a bulk each; dry runs do not count.',
  },
  candidateAnswers: {
    name: 'quartermaster_candidate_answers_total',
    type: 'counter',
    labels: ['strategy'],
    help: 'Candidate requests that were answered, by how the tools were ranked.',
  },
  candidateSources: {
    name: 'quartermaster_candidate_sources_total',
    type: 'counter',
    labels: ['source'],
    help: 'Candidate requests by where the catalog was read: in memory or in the database.',
  },
  candidateTools: {
    name: 'quartermaster_candidate_tools_total',
    type: 'counter',
    labels: ['stage'],
    help: 'Tools in candidate requests: that the filter left, that fit the query, that were answered.',
  },
  candidatesStale: {
    name: 'quartermaster_candidate_answers_stale_total',
    type: 'counter',
    labels: [],
    help: 'Candidate requests that were answered from memory while the database was away.',
  },
  comparisonSeconds: {
    name: 'quartermaster_comparison_duration_seconds',
    type: 'histogram',
    labels: ['kind'],
    help: 'Time that a parcel of up to sixteen questions spent with the worker threads, waiting included.',
  },
  comparisonsWaiting: {
    name: 'quartermaster_comparisons_waiting',
    type: 'gauge',
    labels: [],
    help: 'Parcels that are with the worker threads now, or wait for one.',
  },
  poolConnections: {
    name: 'quartermaster_database_connections',
    type: 'gauge',
    labels: ['state'],
    help: 'Connections of this replica to the database.',
  },
  poolSize: {
    name: 'quartermaster_database_connections_max',
    type: 'gauge',
    labels: [],
    help: 'How many connections this replica opens at most.',
  },
  poolWaiting: {
    name: 'quartermaster_database_waiting',
    type: 'gauge',
    labels: ['for'],
    help: 'Who waits now: statements for a connection, changes for their turn to write.',
  },
  databaseUp: {
    name: 'quartermaster_database_up',
    type: 'gauge',
    labels: [],
    help: 'Whether the database answered this scrape within a second.',
  },
  auditHead: {
    name: 'quartermaster_audit_head',
    type: 'gauge',
    labels: [],
    help: 'Number of the last audit event; absent while the database does not answer.',
  },
  catalogRevision: {
    name: 'quartermaster_catalog_revision',
    type: 'gauge',
    labels: [],
    help: 'Revision of the catalog in the database; absent while it does not answer.',
  },
  snapshotRevision: {
    name: 'quartermaster_snapshot_revision',
    type: 'gauge',
    labels: [],
    help: 'Revision of the catalog that this replica holds in memory; absent until it has read one.',
  },
  snapshotAge: {
    name: 'quartermaster_snapshot_age_seconds',
    type: 'gauge',
    labels: [],
    help: 'Time since what is in memory was last known to be as the database; grows while nobody asks.',
  },
  snapshotReady: {
    name: 'quartermaster_snapshot_ready',
    type: 'gauge',
    labels: ['for'],
    help: 'Whether candidates without and with a query are answered from memory; 0 while they are loaded and indexed, absent with QM_SNAPSHOT=off.',
  },
  eventStreams: {
    name: 'quartermaster_event_streams',
    type: 'gauge',
    labels: [],
    help: 'Streams of /v1/events that are open at this replica.',
  },
  eventStreamsCut: {
    name: 'quartermaster_event_streams_cut_total',
    type: 'counter',
    labels: ['reason'],
    help: 'Streams of /v1/events that were ended: a client that did not read, a dead key, another trail.',
  },
  brokenGlass: {
    name: 'quartermaster_break_glass_total',
    type: 'counter',
    labels: [],
    help: 'Approvals by an admin of what they wrote themselves, with `break_glass`.',
  },
  webhookDeliveries: {
    name: 'quartermaster_webhook_deliveries_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Attempts to deliver an event to a webhook; given up are those that became dead letters.',
  },
  webhookDeadLetters: {
    name: 'quartermaster_webhook_dead_letters',
    type: 'gauge',
    labels: [],
    help: 'Events that receivers of webhooks did not take; absent while the database does not answer.',
  },
  webhooksSuspended: {
    name: 'quartermaster_webhooks_suspended',
    type: 'gauge',
    labels: [],
    help: 'Webhooks that nothing is sent to; absent while the database does not answer.',
  },
  webhookLag: {
    name: 'quartermaster_webhook_lag_seconds',
    type: 'gauge',
    labels: [],
    help: 'Age of the oldest event that a webhook still waits for; absent while the database does not answer.',
  },
  eventLoopLag: {
    name: 'quartermaster_event_loop_lag_seconds',
    type: 'histogram',
    labels: [],
    help: 'How late a timer of the event loop came, asked fifty times a second.',
  },
  info: {
    name: 'quartermaster_info',
    type: 'gauge',
    labels: ['engine', 'node'],
    help: 'Always 1: the versions of the compatibility engine and of Node.',
  },
  cpu: {
    name: 'process_cpu_seconds_total',
    type: 'counter',
    labels: [],
    help: 'CPU time of this process; checks run in one of their own.',
  },
  memory: {
    name: 'process_resident_memory_bytes',
    type: 'gauge',
    labels: [],
    help: 'Resident memory of this process; checks run in one of their own.',
  },
  heap: {
    name: 'nodejs_heap_size_used_bytes',
    type: 'gauge',
    labels: [],
    help: 'Memory used by the objects of the main thread.',
  },
  started: {
    name: 'process_start_time_seconds',
    type: 'gauge',
    labels: [],
    help: 'When this process started, in Unix time.',
  },
} as const satisfies Record<string, Family>;
