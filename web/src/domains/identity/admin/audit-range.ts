import type { exportAudit } from '@caseloom/contract/identity/directory'
import type { RouteQueryInput } from '@caseloom/contract/kernel/route'
import { dayRange } from '../../../ui/day-range.ts'
import type { AuditSearch, Range } from './admin-search.ts'

export type AuditQuery = RouteQueryInput<typeof exportAudit>

const HOUR = 3_600_000
const SPANS: Record<Range, number> = { hour: HOUR, day: 24 * HOUR, week: 168 * HOUR, month: 720 * HOUR }

/** The URL's filters as API parameters: days of the reader's zone become instants, `to` is exclusive. */
export function auditFilter(search: AuditSearch, zone: string, now: number): AuditQuery {
  const { range, from, to, actor, action, text } = search
  const since = range === undefined ? undefined : new Date(now - SPANS[range]).toISOString()
  return {
    ...(since === undefined ? {} : { from: since }),
    ...dayRange({ from, to }, zone),
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(action === undefined ? {} : { action }),
    ...(text === undefined ? {} : { text }),
  }
}

/** `branding.name_changed` becomes "Branding: name changed". */
export function actionWords(action: string): string {
  const [area = '', fact] = action.split('.', 2)
  const said = area === 'signin' ? 'Sign-in' : area.charAt(0).toUpperCase() + area.slice(1)
  return fact === undefined ? said : `${said}: ${fact.replaceAll('_', ' ')}`
}
