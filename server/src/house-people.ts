import { peopleParts } from './domains/automation/people/people-parts.ts'
import type { PeopleDeps } from './domains/automation/people/people-deps.ts'
import { notify } from './domains/identity/directory/notify.ts'
import { readBrandingName } from './domains/tenancy/branding.ts'
import { tenantDirectory } from './house-actions.ts'
import type { House } from './house.ts'

/** What asking people works with: who they are, how they are told, under which name strangers are asked. */
export function housePeople({ automationParts, records, system }: House): PeopleDeps {
  const { publicUrl } = automationParts
  return peopleParts(automationParts, {
    directory: tenantDirectory(system),
    records,
    tell: (tx, note) => notify(tx, publicUrl, note),
    brand: ({ accountId }) => readBrandingName(system, accountId),
  })
}
