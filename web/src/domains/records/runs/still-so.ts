import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { sameValue } from '../../../field-types/parts/field-text.ts'
import { ASPECTS } from './aspects.ts'
import type { Effect } from './run-rows.ts'

type Newest = Pick<WorkflowRunView, 'expiredAt' | 'form' | 'fields'>

/** Whether a later run left an item as an action made it; of an expired one, nothing is known. */
export function isStillSo({ item, after }: Effect, verb: WorkflowAction['do'], newest: Newest): boolean {
  if (newest.expiredAt !== null) return false
  const aspect = ASPECTS[verb]
  if (aspect !== undefined) return newest.form.items[item]?.[aspect]?.value === after
  return (
    (verb === 'set' || verb === 'default') && sameValue(newest.fields[item.replace(/^field:/, '')], after)
  )
}
