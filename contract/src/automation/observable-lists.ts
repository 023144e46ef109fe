import { z } from 'zod'
import { Label } from '../field-types/common-settings.ts'
import { Instant, TableId, TableRowId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { ObservableName } from '../records/observable-lookups.ts'
import { ObservableKind } from '../values/case-fields.ts'
import { LIST_PURPOSES } from './tables.ts'

/** Observables that one request can ask about. */
export const MAX_LISTED = 200

/** A table that is a block or allow list of observables. */
export const ObservableList = z.object({
  id: TableId,
  name: Label,
  purpose: z.enum(LIST_PURPOSES),
  kinds: z.array(ObservableKind),
  can: z.object({ edit: z.boolean() }),
})
export type ObservableList = z.infer<typeof ObservableList>

/** An observable on a list: the row of the table that names it. */
export const ListedRow = z.object({
  listId: TableId,
  rowId: TableRowId,
  since: Instant,
  by: z.string(),
  expiresAt: Instant.nullable(),
})
export type ListedRow = z.infer<typeof ListedRow>

const base = '/api/tenant/:tenantId/orchestration/api/observable-lists' as const

export const listObservableLists = route({
  method: 'GET',
  path: base,
  summary: 'Lists the reference tables that are block or allow lists of observables',
  needs: 'playbook:read',
  reply: z.object({ items: z.array(ObservableList) }),
})
export const findOnLists = route({
  method: 'POST',
  path: `${base}/find`,
  summary:
    'Finds observables on the block and allow lists of the tenant. Those that are on none are left out.',
  needs: 'playbook:read',
  body: z.strictObject({ observables: z.array(ObservableName).min(1).max(MAX_LISTED) }),
  reply: z.object({ items: z.array(ObservableName.extend({ rows: z.array(ListedRow) })) }),
})
export const addToList = route({
  method: 'POST',
  path: `${base}/:observableListId/observables`,
  summary:
    'Adds an observable to a list, for those who edit tables, or records where the list permits it. One that is on it stays.',
  needs: 'playbook:read',
  body: ObservableName,
  reply: ListedRow,
  fails: ['table.row_invalid'],
  on404: 'here',
})
export const removeFromList = route({
  method: 'DELETE',
  path: `${base}/:observableListId/observables/:listedRowId`,
  summary: 'Removes an observable from a list, for those who can add it',
  needs: 'playbook:read',
  on404: 'here',
})
