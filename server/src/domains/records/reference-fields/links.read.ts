import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { Parameters } from '../model/parameters.ts'
import type { AppTable } from '../model/record-shape.ts'
import { titleSql } from './links.store.ts'

/** One side of a reference field, from which visible linked records are listed and counted. */
export interface Side {
  fieldId: string
  /** `out`: from sources to the records of `far`; `in`: from targets to the records of `far` that point to them. */
  direction: 'out' | 'in'
  far: AppTable
  principals: readonly string[]
}

export const FoundLink = z.object({
  id: z.string(),
  seq: z.string(),
  title: z.string().nullable(),
  /** Place of the link among the others of its field and record. */
  ord: z.string(),
})
export type FoundLink = z.infer<typeof FoundLink>
export const FoundLinks = z.object({
  fieldId: z.string(),
  direction: z.enum(['out', 'in']),
  /** The record on this side. */
  near: z.string(),
  /** Counted to the cap and one more. */
  total: z.number(),
  items: z.array(FoundLink),
})
export type FoundLinks = z.infer<typeof FoundLinks>

/**
 * The first links of many records over many fields, in one statement. Counting stops one beyond `cap`, so that a
 * record with many links costs no more than one with `cap`.
 */
export async function findLinks(
  tx: TenantTx,
  sides: readonly Side[],
  nears: readonly string[],
  { first, cap }: { first: number; cap: number },
): Promise<FoundLinks[]> {
  if (sides.length === 0 || nears.length === 0) return []
  const parameters = new Parameters()
  const ids = parameters.add(nears, 'uuid[]')
  const branches = sides.map((side) => {
    const field = parameters.add(side.fieldId, 'uuid')
    return `select ${field} as "fieldId", '${side.direction}' as direction, n.near, c.total, c.items
      from unnest(${ids}) as n(near) cross join lateral (
        select count(*)::int as total,
               jsonb_agg(jsonb_build_object('id', y.id, 'seq', y.seq::text, 'title', y.title, 'ord', y.ord)
                 order by y.place) filter (where y.place <= ${first}) as items
          from (select x.id, x.seq, x.title, x.ord, row_number() over (order by x.place ${side.direction === 'out' ? 'asc' : 'desc'}) as place
                  from (${linksSql(side, { field, near: 'n.near', parameters })} limit ${cap + 1}) x) y) c
     where c.total > 0`
  })
  return tx.rows(FoundLinks, branches.join(' union all '), parameters.values)
}

interface Spot {
  field: string
  near: string
  parameters: Parameters
  after?: string
}

/** Links of one record in their order, with the visibility of the other record inside. */
function linksSql({ direction, far, principals }: Side, { field, near, parameters, after }: Spot): string {
  const [own, other] = direction === 'out' ? ['source', 'target'] : ['target', 'source']
  // Out: as people linked them. In: the newest record first, since ids grow with time.
  const [key, order] = direction === 'out' ? ['l.ord', 'asc'] : ['l.source', 'desc']
  const beyond = after === undefined ? '' : ` and ${key} ${order === 'asc' ? '>' : '<'} ${after}`
  // OFFSET 0 keeps the planner from joining all links first: each is looked up in their order until the limit.
  return `select t.id, t.seq, t.title, l.ord::text as ord, ${key} as place
     from ${far.linkTable} l cross join lateral (
       select t.id, t.seq, ${titleSql(far)} as title from ${far.table} t
        where t.id = l.${other} and t.deleted_at is null
          and (t.acl is null or t.acl && ${parameters.add(principals, 'uuid[]')}) offset 0) t
    where l.field = ${field} and l.${own} = ${near}${beyond}
    order by ${key} ${order}`
}

/** One page of the links of one record, after a place: an order number, or the id of a source. */
export async function findLinkPage(
  tx: TenantTx,
  side: Side,
  near: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<FoundLink[]> {
  const parameters = new Parameters()
  const field = parameters.add(side.fieldId, 'uuid')
  const record = parameters.add(near, 'uuid')
  const type = side.direction === 'out' ? 'bigint' : 'uuid'
  const beyond = after === null ? {} : { after: parameters.add(after, type) }
  const text = linksSql(side, { field, near: record, parameters, ...beyond })
  return tx.rows(FoundLink, `${text} limit ${limit}`, parameters.values)
}
