import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type FacetsDeps, recordFacets } from '../search/record-facets.ts'
import { recordGroups } from '../search/record-groups.ts'

interface Counted {
  appId: string
  /** The field whose values are counted. */
  key: string
}
type Sizes = Record<string, number>

const sizesOf = (values: readonly { value: string | null; count: number }[]): Sizes =>
  Object.fromEntries(values.map(({ value, count }) => [value, count]))

/** Records by value as the panel of values counts them. */
export async function facetSizes(
  deps: FacetsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, key }: Counted,
): Promise<Sizes> {
  const { facets } = await recordFacets(deps, scope, actor, { appId, fields: [key] })
  return sizesOf(facets[0]?.values ?? [])
}

/** Records by value as the headings of a list count them, and all. */
export async function groupSizes(
  deps: FacetsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, key }: Counted,
): Promise<{ sizes: Sizes; total: number }> {
  const { groups, total } = await recordGroups(deps, scope, actor, { appId, groupBy: { field: key } })
  return { sizes: sizesOf(groups), total: total.value }
}
