/** Rows of a platform table that come due: which, in which order. Each belongs to one tenant by its `tenant_id`. */
export interface DueQueue {
  /** A table of the schema `caseloom`. */
  table: string
  /** What is answered of a row, which is called `q`. */
  columns: string
  /** What makes a row due, over `q`; `$1` is the instant, or whatever the caller passes first. */
  where: string
  /** The column of `q` by which a tenant's rows take their turn; an index on (tenant_id, it) leads to the next one. */
  order: string
  /** Keeps rows that another process has locked out, and locks the others for this transaction. */
  lock?: boolean
}

/**
 * SQL for the next rows of a queue, at most `$2` of them: the first of each tenant before the second of any, so that no
 * one's backlog delays others. Rows of suspended tenants, and of those about to be deleted, are skipped: they stay
 * unchanged, and are due as soon as the tenant is active again.
 */
export function dueRows({ table, columns, where, order, lock = false }: DueQueue): string {
  return `select d.* from caseloom.scheduled_tenant w
    cross join lateral (
      select ${columns}, row_number() over (order by q.${order}) as turn, q.${order} as turn_by from (
        select * from caseloom.${table} q where q.tenant_id = w.tenant_id and ${where}
         order by q.${order} limit $2 ${lock ? 'for update skip locked' : ''}) q) d
   where not w.paused and exists (select from caseloom.${table} q where ${where})
   order by d.turn, d.turn_by limit $2`
}

/** SQL condition: the tenant of the row called `alias` is active. For claims that have an order of their own. */
export function isAtWork(alias: string): string {
  return `not exists (select from caseloom.scheduled_tenant w where w.tenant_id = ${alias}.tenant_id and w.paused)`
}
