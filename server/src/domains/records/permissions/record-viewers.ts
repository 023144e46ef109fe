import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInApp, mayInApp } from '../model/app-permissions.rules.ts'
import { visibleRecord } from '../reading/get-record.ts'
import type { RightsDeps } from './permissions-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'

export interface Viewer {
  id: string
  name: string
  update: boolean
  lastSeenAt: string | null
}

/** People who may see the record, by name; with `to` those who would if it were restricted so. */
export async function recordViewers(
  deps: RightsDeps,
  scope: TenantScope,
  actor: Actor,
  { to, ...place }: RecordPlace & { to?: string | undefined },
): Promise<{ items: Viewer[] }> {
  const { app, record } = await scope.read((tx) => visibleRecord(deps, tx, actor, place))
  // An archive keeps from changing, not from asking.
  allowInApp(actor, 'record:restrict', { id: app.id, sharing: app.sharing }, { acl: record.acl })
  const acl = to === undefined ? record.acl : idsOf(to)
  const people = await deps.people.actors(scope)
  return {
    items: people.flatMap(({ actor: person, lastSeenAt }) =>
      person.id === null || !mayInApp(person, 'record:read', app, { acl })
        ? []
        : [
            {
              id: person.id,
              name: person.name,
              update: mayInApp(person, 'record:update', app, { ...record, acl }),
              lastSeenAt: lastSeenAt?.toISOString() ?? null,
            },
          ],
    ),
  }
}

function idsOf(to: string): string[] | null {
  if (to === '') return null
  return to.split(',').map((text, at) => {
    const id = normalizeGuid(text)
    if (id !== null) return id
    const issue = { path: ['query', 'to', at], code: 'invalid_guid', message: 'Expected IDs' }
    throw fail('request.invalid', { issues: [issue] })
  })
}
