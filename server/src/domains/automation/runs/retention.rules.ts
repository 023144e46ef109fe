export interface Retention {
  /** Days after its end that a run is deleted with its delivery and dedup key, unless its playbook sets its own. */
  runDays: number
  /** Days after which lines of the delivery log without a run are forgotten. */
  deliveryDays: number
}

/** Applies to playbooks that set no retention of their own. */
export const RETENTION: Retention = { runDays: 90, deliveryDays: 30 }
