/** What kind of activity an event is, by the names of the OCSF event classes. */
export const ATTACK_EVENT_TYPES = [
  'account_change',
  'api_activity',
  'authentication',
  'datastore_activity',
  'detection_finding',
  'dns_activity',
  'email_activity',
  'file_system_activity',
  'http_activity',
  'network_activity',
  'process_activity',
  'registry_key_activity',
  'scheduled_job_activity',
  'other',
] as const
