import { ContentStage } from '@caseloom/contract/content/content-kinds'
import { type CatalogItem, isInUse } from '@caseloom/contract/content/catalog'
import { foldText } from '@caseloom/contract/values/normalize-text'
import { paths } from '../../../data/paths.ts'
import type { TenantScope } from '../../../data/scope.tsx'
import { type ItemLink, linkOf } from '../item-link.ts'
import type { CatalogSearch } from './catalog-search.ts'

export interface StageCount {
  stage: ContentStage
  total: number
  inUse: number
}

/** How much of each stage is in use; stages without items are left out. */
export function stageCounts(items: readonly CatalogItem[]): StageCount[] {
  return ContentStage.options.flatMap((stage) => {
    const own = items.filter((item) => item.stage === stage)
    return own.length === 0 ? [] : [{ stage, total: own.length, inUse: own.filter(isInUse).length }]
  })
}

/** The items that a search leaves. */
export function shownItems(
  items: readonly CatalogItem[],
  { stage, kind, q = '' }: CatalogSearch,
): CatalogItem[] {
  const wanted = foldText(q.trim())
  return items.filter(
    (item) =>
      (stage === undefined || item.stage === stage) &&
      (kind === undefined || item.kind === kind) &&
      foldText(`${item.title} ${item.package.title}`).includes(wanted),
  )
}

export type ItemAction = { do: 'use' | 'update' } | ({ do: 'open' | 'setUp' } & ItemLink)

/** What the reader can do with an item next; null when that is nothing. */
export function actionOf(scope: TenantScope, item: CatalogItem): ItemAction | null {
  const { state, can } = item
  if (state === 'not_installed') return can.use ? { do: 'use' } : null
  if (state === 'update' && can.use) return { do: 'update' }
  const missing = state === 'draft' ? setUpOf(scope, item) : null
  if (missing !== null) return { do: 'setUp', to: missing, search: {} }
  const link = linkOf(scope, item)
  return link === null ? null : { do: 'open', ...link }
}

/** Where the reader adds what the item lacks. */
function setUpOf(scope: TenantScope, { lacks }: CatalogItem): string | null {
  const [first] = lacks
  const { permissions, flags } = scope
  if (first === undefined || !flags.ClassicContent || !permissions.has('asset:manage')) return null
  return first.kind === 'asset' ? paths.assets(scope) : paths.connectors(scope)
}
