import type { LinkTest } from './filter-shape.ts'
import type { Parameters } from '../model/parameters.ts'

/**
 * EXISTS over the links of the row `t`, with the visibility of the linked record inside. The linked record is called
 * `t` as well in its own query, so that conditions on it compile like any other.
 */
export function linkedSql(
  test: LinkTest,
  parameters: Parameters,
  where: (parameters: Parameters) => string,
): string {
  const { fieldId, direction, other, principals, id } = test
  if (principals === null) return 'false'
  const [near, far] = direction === 'out' ? ['source', 'target'] : ['target', 'source']
  const parts = [
    `t.id = l.${far} and t.deleted_at is null`,
    `(t.acl is null or t.acl && ${parameters.add(principals, 'uuid[]')})`,
    where(parameters),
  ]
  const named = id === undefined ? '' : ` and l.${far} = ${parameters.add(id, 'uuid')}`
  return `exists (select from ${other.linkTable} l
      cross join lateral (select 1 from ${other.table} t where ${parts.join(' and ')}) linked
     where l.field = ${parameters.add(fieldId, 'uuid')} and l.${near} = t.id${named})`
}
