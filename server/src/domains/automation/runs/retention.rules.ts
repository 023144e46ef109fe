export interface Retention {
  /** Days after which a run that is over is forgotten, with its delivery and its dedup key, if its playbook says none. */
  runDays: number
  /** Days after which lines of the delivery log without a run are forgotten. */
  deliveryDays: number
}

/** Applies to playbooks that set no retention of their own. */
export const RETENTION: Retention = { runDays: 90, deliveryDays: 30 }
