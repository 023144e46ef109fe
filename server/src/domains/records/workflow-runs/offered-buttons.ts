import type { Actor } from '@caseloom/contract/kernel/permissions'
import { isButtonOffered } from '@caseloom/workflow/offered-buttons'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { RecordPlace } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { openForm } from './open-form.ts'

/** Whether the actor finds a button on the page of one record. */
export type OfferedButtons = (buttonId: string) => boolean

/** What the form logic of the app says about buttons for one record. @throws resource.not_found */
export async function offeredButtons(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, recordId }: RecordPlace,
): Promise<OfferedButtons> {
  const { form } = await openForm(deps, scope, actor, { appId, record: recordId })
  const { layout } = await deps.apps.getApp(scope, actor, appId)
  return (buttonId) => isButtonOffered(layout, (item) => form.items[item], buttonId)
}
