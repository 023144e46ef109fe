import { approvalParts } from '../domains/automation/approvals/people-parts.ts'
import type { PeopleDeps } from '../domains/automation/approvals/people-deps.ts'
import type { NoticeDeps } from '../domains/automation/notices/notify-owners.ts'
import { type Note, notify } from '../domains/identity/directory/notify.ts'
import { brandingName } from '../domains/tenancy/branding.store.ts'
import { tenantDirectory } from './action-services.ts'
import type { Tx } from '../platform/database/types.ts'
import type { Services } from '../services.ts'

/** What asking people works with: who they are, how they are told, under which name strangers are asked. */
export function approvalServices({ automationParts, records, system }: Services): PeopleDeps & NoticeDeps {
  const { publicUrl } = automationParts
  const tell = (tx: Tx, note: Note) => notify(tx, publicUrl, note)
  const parts = approvalParts(automationParts, {
    directory: tenantDirectory(system),
    records,
    tell,
    brand: ({ accountId }) => system.read((read) => brandingName(read, accountId)),
  })
  return { ...parts, tell }
}
