import { foldText } from '@caseloom/contract/values/normalize-text'
import { fail } from '../errors.ts'
import type { TenantTx } from './types.ts'

// Keys that name things in files. Each is made from the first name of its thing, and stays when that is renamed.

const MAX_LENGTH = 50

/** A table whose rows have such keys. */
export interface KeyedTable {
  /** Its name in the schema of the product. */
  table: string
  /** What a row is called, for messages. */
  noun: string
}

/** The key of a new thing unless another one has it: "SOC overview" gives soc_overview. */
export function keyFromName(name: string, { table }: Pick<KeyedTable, 'table'>): string {
  const plain = foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+/g, '')
  const key = /^[a-z]/.test(plain) ? plain : `${table}_${plain}`
  return key.slice(0, MAX_LENGTH).replaceAll(/_+$/g, '')
}

/** The key of a thing whose own one is taken. */
export function keyWithId(key: string, id: string): string {
  return `${key.slice(0, MAX_LENGTH)}_${id.slice(-12)}`
}

/**
 * The key of a thing: the wanted one, or one made from its name.
 * @throws name.taken when another one has the wanted one
 */
export async function takeNameKey(
  tx: TenantTx,
  at: KeyedTable,
  { id, name, wanted }: { id: string; name: string; wanted: string | undefined },
): Promise<string> {
  const { table, noun } = at
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table}s/${tx.tenantId}`])
  const key = wanted ?? keyFromName(name, at)
  const found = `select 1 from caseloom.${table} where tenant_id = $1 and key = $2 and id <> $3`
  const rows = await tx.query(found, [tx.tenantId, key, id])
  if (rows.length === 0) return key
  if (wanted !== undefined) throw fail('name.taken', { detail: `Another ${noun} has this key` })
  return keyWithId(key, id)
}

/**
 * SQL that gives each row of a table a key made from its name; of those with the same one, all but the oldest get their
 * ID in it. `name` is another source of names, `where` leaves rows without one.
 */
export function fillNameKeys(
  { table }: Pick<KeyedTable, 'table'>,
  { name = 'name', where = 'true' }: { name?: string; where?: string } = {},
): string {
  return `
  with plain as (
    select id, tenant_id, created_at,
           trim('_' from left(regexp_replace(lower(${name}), '[^a-z0-9]+', '_', 'g'), 40)) as word
      from caseloom.${table} it where key is null and (${where})
  ), worded as (
    select id, tenant_id, created_at,
           case when word ~ '^[a-z]' then word else trim('_' from '${table}_' || word) end as word
      from plain
  ), numbered as (
    select id, word, row_number() over (partition by tenant_id, word order by created_at, id) as nth from worded
  )
  update caseloom.${table}
     set key = case when nth = 1 then word else word || '_' || right(numbered.id::text, 12) end
    from numbered where numbered.id = ${table}.id`
}
