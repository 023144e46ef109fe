import type { Parameters } from '../model/parameters.ts'

/** What the actor may see of an app's records. */
export function visibleSql(search: { principals: readonly string[] }, parameters: Parameters): string {
  return `t.deleted_at is null and (t.acl is null or t.acl && ${parameters.add(search.principals, 'uuid[]')})`
}
