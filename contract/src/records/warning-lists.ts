import { z } from 'zod'
import { Instant, WarningListId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { ObservableKind } from '../values/case-fields.ts'
import { LONGEST_ENTRY, WARNING_LIST_TYPES } from '../values/warning-lists.ts'

/** Upper limits of a tenant’s warning lists. */
export const WARNING_LIST_LIMITS = {
  /** Besides those that are shipped. */
  lists: 50,
  /** Of all lists together, without the shipped ones that can’t be edited. */
  entries: 100_000,
  /** Values of one check. */
  values: 2_000,
  /** Faults that one answer names. */
  faults: 50,
  bytes: 16 * 1024 * 1024,
  text: 500_000,
} as const

export const WarningListType = z.enum(WARNING_LIST_TYPES)

const shape = {
  name: z.string().trim().min(1).max(200),
  description: z.string().trim().max(2_000).default(''),
  type: WarningListType,
  /** Kinds of observables that are compared with the entries. */
  kinds: z.array(ObservableKind).min(1).max(ObservableKind.options.length),
  enabled: z.boolean().default(true),
}
export const WarningListInput = z.strictObject({
  ...shape,
  entries: z.array(z.string().max(LONGEST_ENTRY)).max(WARNING_LIST_LIMITS.entries),
})
export type WarningListInput = z.infer<typeof WarningListInput>

export const WarningListSummary = z.object({
  id: WarningListId,
  ...shape,
  description: z.string(),
  /** Shipped with the product: it can be turned off, but not deleted. */
  builtIn: z.boolean(),
  entryCount: z.number().int(),
  version: z.number().int(),
  /** Null while it is as it was shipped. */
  updatedAt: Instant.nullable(),
  can: z.object({ edit: z.boolean(), turn: z.boolean(), delete: z.boolean() }),
})
export type WarningListSummary = z.infer<typeof WarningListSummary>

export const WarningListView = WarningListSummary.extend({ entries: z.array(z.string()) })
export type WarningListView = z.infer<typeof WarningListView>

/** A list that names a value, with the entry that does. */
const WarningHit = z.object({ id: WarningListId, name: z.string(), entry: z.string() })

const NamedObservable = z.object({ kind: ObservableKind, value: z.string() })
/** A value that warning lists hide from what was found. */
export const HiddenObservable = NamedObservable.extend({ lists: z.array(WarningHit) })
export type HiddenObservable = z.infer<typeof HiddenObservable>

const base = '/api/tenant/:tenantId/warning-lists' as const
const one = `${base}/:warningListId` as const

export const listWarningLists = route({
  method: 'GET',
  path: base,
  summary: 'Lists the warning lists of the tenant without their entries, shipped ones first',
  needs: 'app:read',
  reply: z.object({ items: z.array(WarningListSummary) }),
})
export const createWarningList = route({
  method: 'POST',
  path: base,
  summary: 'Creates a warning list',
  needs: 'app:build',
  body: WarningListInput,
  bodyLimit: WARNING_LIST_LIMITS.bytes,
  reply: WarningListView,
  status: 201,
  fails: ['name.taken', 'warning_list.invalid'],
})
export const getWarningList = route({
  method: 'GET',
  path: one,
  summary: 'Gets a warning list with its entries',
  needs: 'app:read',
  reply: WarningListView,
  on404: 'here',
})
export const saveWarningList = route({
  method: 'PUT',
  path: one,
  summary: 'Updates a warning list. Shipped lists other than “Own domains” can only be turned on and off.',
  needs: 'app:build',
  body: WarningListInput.extend({ version: z.number().int() }),
  bodyLimit: WARNING_LIST_LIMITS.bytes,
  reply: WarningListView,
  fails: ['name.taken', 'resource.version_conflict', 'warning_list.built_in', 'warning_list.invalid'],
  on404: 'here',
})
export const turnWarningList = route({
  method: 'PATCH',
  path: one,
  summary: 'Turns a warning list on or off',
  needs: 'app:build',
  body: z.strictObject({ enabled: z.boolean(), version: z.number().int() }),
  reply: WarningListSummary,
  fails: ['resource.version_conflict'],
  on404: 'here',
})
export const deleteWarningList = route({
  method: 'DELETE',
  path: one,
  summary: 'Deletes a warning list that isn’t shipped with the product',
  needs: 'app:build',
  fails: ['warning_list.built_in'],
  on404: 'here',
})
export const importWarningList = route({
  method: 'POST',
  path: `${base}/import`,
  summary:
    'Creates a warning list from a MISP warning list in JSON. If the file has any error, nothing is imported.',
  needs: 'app:build',
  bodyKind: 'raw',
  bodyLimit: WARNING_LIST_LIMITS.bytes,
  reply: WarningListView,
  status: 201,
  fails: ['name.taken', 'warning_list.invalid'],
})
export const replaceWarningList = route({
  method: 'PUT',
  path: `${one}/import`,
  summary: 'Replaces a warning list with a MISP warning list in JSON. It stays turned on or off.',
  needs: 'app:build',
  bodyKind: 'raw',
  bodyLimit: WARNING_LIST_LIMITS.bytes,
  reply: WarningListView,
  fails: ['name.taken', 'warning_list.built_in', 'warning_list.invalid'],
  on404: 'here',
})
export const exportWarningList = route({
  method: 'GET',
  path: `${one}/export`,
  summary: 'Exports a warning list as a MISP warning list in JSON',
  needs: 'app:read',
  answers: 'file',
  on404: 'here',
})
export const checkObservables = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/observables/check',
  summary: 'Lists the values that warning lists contain, each with those lists',
  needs: 'record:read',
  body: z.strictObject({
    observables: z
      .array(z.strictObject({ kind: ObservableKind, value: z.string().min(1).max(4_000) }))
      .max(WARNING_LIST_LIMITS.values),
  }),
  reply: z.object({ hidden: z.array(HiddenObservable) }),
})
export const extractFromText = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/observables/extract',
  summary: 'Extracts observables from a text. Those that warning lists name are listed separately.',
  needs: 'record:read',
  body: z.strictObject({
    text: z.string().max(WARNING_LIST_LIMITS.text),
    /** All kinds when absent. */
    kinds: z.array(ObservableKind).min(1).max(ObservableKind.options.length).optional(),
  }),
  reply: z.object({ observables: z.array(NamedObservable), hidden: z.array(HiddenObservable) }),
})
