import type { WorkflowAction } from '@caseloom/contract/apps/workflow'

/** Which aspect of its items a verb decides; none for what sets values. */
export const ASPECTS = {
  show: 'visible',
  hide: 'visible',
  collapse: 'collapsed',
  expand: 'collapsed',
  require: 'required',
  optional: 'required',
  read_only: 'readOnly',
  editable: 'readOnly',
  offer: 'offered',
  set: undefined,
  default: undefined,
  options: undefined,
  message: undefined,
  start_clock: undefined,
  pause_clock: undefined,
  stop_clock: undefined,
} as const satisfies Record<WorkflowAction['do'], string | undefined>
