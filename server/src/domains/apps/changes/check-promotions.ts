import type { Promotion } from '@caseloom/contract/apps/apps'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { type CopyFault, copyFault } from '@caseloom/contract/field-types/field-copy'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppDefinition } from '../definition/app-definition.ts'
import { knownFields } from './check-references.ts'

interface Checked {
  /** Absent for a new app, to which nothing can point yet. */
  appId?: string
  before?: AppDefinition
  fields: readonly FieldInput[]
  promotions?: readonly Promotion[] | undefined
}

const TEXTS: Record<CopyFault, (from: string, to: string) => string> = {
  no_value: (from) => `"${from}" has no value that can be copied`,
  not_filled: (_from, to) => `"${to}" can’t be filled in`,
  other_type: (from, to) => `"${from}" and "${to}" have different types`,
  several: (from, to) => `Only one of "${from}" and "${to}" holds several values`,
  options: (from, to) => `"${from}" has options that "${to}" lacks`,
}

/** Copied fields that the other app lacks or that hold values of another type. A promotion that stays as it was passes. */
export async function promotionIssues(
  tx: TenantTx,
  actor: Actor,
  { appId, before, fields, promotions = [] }: Checked,
): Promise<Issue[]> {
  const known = new Set((before?.promotions ?? []).map((one) => JSON.stringify(one)))
  const issues: Issue[] = []
  for (const [at, promotion] of promotions.entries()) {
    if (known.has(JSON.stringify(promotion))) continue
    const link = fields.find(({ key }) => key === promotion.link)
    if (link === undefined || !('app' in link)) continue
    const others = link.app === appId ? fields : await knownFields(tx, actor, link.app)
    if (others !== null) issues.push(...copyIssues(promotion, at, fields, others))
  }
  return issues
}

function copyIssues(
  { copy }: Promotion,
  at: number,
  fields: readonly FieldInput[],
  others: readonly FieldInput[],
): Issue[] {
  return Object.entries(copy).flatMap(([target, source]): Issue[] => {
    const path = ['body', 'promotions', at, 'copy', target]
    const to = others.find(({ key }) => key === target)
    if (to === undefined)
      return [{ path, code: 'unknown_field', message: `The other app has no field "${target}"` }]
    const from = fields.find(({ key }) => key === source)
    const fault = from === undefined ? null : copyFault(from, to)
    if (fault === null) return []
    return [{ path, code: 'invalid_type', message: TEXTS[fault](source, target) }]
  })
}
