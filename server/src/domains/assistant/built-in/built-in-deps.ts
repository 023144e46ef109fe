import type { FeatureFlags } from '@caseloom/contract/identity'
import type { FoundRecord } from '@caseloom/contract/search'
import type { Actor } from '@caseloom/contract/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { AutomationDoor } from '../../automation/automation.door.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import type { Answer, Asking } from '../answerer.ts'
import type { HelpIndex } from './help-pages.ts'

/** What the built-in answerer asks, always as the person who asks. */
export interface BuiltInDeps {
  help: HelpIndex
  flags(accountId: string): Promise<FeatureFlags>
  apps: Pick<AppsDoor, 'listApps'>
  records: Pick<RecordsDoor, 'searchRecords' | 'aggregateRecords'>
  automation: Pick<AutomationDoor, 'listComponents' | 'listRuns' | 'getRun'>
  findEverywhere(
    scope: TenantScope,
    actor: Actor,
    command: { text: string; limit: number },
  ): Promise<{ items: FoundRecord[] }>
}

/** A question with who asks it, on its way to one part of the answerer. */
export interface Inquiry extends Asking {
  question: string
  now: Date
}

/** What a part answers; null when the question is none of its. */
export type Part = Pick<Answer, 'text' | 'sources'> & Partial<Pick<Answer, 'offers' | 'drafts'>>

/** A path inside the asker's tenant. */
export function inTenant({ scope }: Pick<Asking, 'scope'>, rest: string): string {
  return `/account/${scope.accountId}/tenant/${scope.tenantId}${rest}`
}

const MARKS = /[\\`*_{}[\]()<>#+!|~&-]/g
const LONGEST = 200

/** A value of a record or a playbook as plain text in Markdown: nothing that was written there has a meaning. */
export function plain(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
  return cut.replaceAll(MARKS, String.raw`\$&`).replaceAll('://', String.raw`:\/\/`)
}
