import { StoredSharing } from '@caseloom/contract/kernel/sharing'
import { HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { z } from 'zod'
import { type KeyedTable, takeNameKey } from '../../platform/database/name-keys.ts'
import type { TenantTx } from '../../platform/database/types.ts'
import { isShared } from './home-pages.rules.ts'

/** A widget that this version of the program cannot read is left out instead of breaking the others. */
const ReadableWidgets = z.array(z.unknown()).transform((widgets) =>
  widgets.flatMap((widget) => {
    const parsed = HomeWidget.safeParse(widget)
    return parsed.success ? [parsed.data] : []
  }),
)

const StoredHomePage = z.object({
  id: z.string(),
  /** Names a shared page in packages; personal ones have none. */
  key: z.string().nullable(),
  ownerId: z.string(),
  name: z.string(),
  widgets: ReadableWidgets,
  sharing: StoredSharing,
  defaultFor: z.array(z.string()),
  revision: z.number(),
  updatedAt: z.date(),
})
export type StoredHomePage = z.infer<typeof StoredHomePage>

const SELECT = `
  select id, key, owner_id as "ownerId", name, widgets, sharing, default_for as "defaultFor", revision,
         updated_at as "updatedAt"
    from caseloom.home_page where tenant_id = $1`

/** All of the tenant, by name. */
export function allHomePages(tx: TenantTx): Promise<StoredHomePage[]> {
  return tx.rows(StoredHomePage, `${SELECT} order by lower(name), id`, [tx.tenantId])
}

export async function findHomePage(tx: TenantTx, id: string): Promise<StoredHomePage | null> {
  const rows = await tx.rows(StoredHomePage, `${SELECT} and id = $2`, [tx.tenantId, id])
  return rows[0] ?? null
}

/** The page and the defaults of the roles, locked in one order so that two editors never wait for each other. */
export function lockHomePages(tx: TenantTx, id: string, roles: readonly string[]): Promise<StoredHomePage[]> {
  return tx.rows(
    StoredHomePage,
    `${SELECT} and (id = $2 or default_for && $3::uuid[]) order by id for update`,
    [tx.tenantId, id, roles],
  )
}

export async function countOwnHomePages(tx: TenantTx, ownerId: string): Promise<number> {
  const rows = await tx.rows(
    z.object({ count: z.number() }),
    'select count(*)::int as count from caseloom.home_page where tenant_id = $1 and owner_id = $2',
    [tx.tenantId, ownerId],
  )
  return rows[0]?.count ?? 0
}

const HOME_PAGES: KeyedTable = { table: 'home_page', noun: 'home page' }

/** The key of a page: a shared one keeps its own, or takes the wanted one or one made from its name. Throws name.taken. */
export async function homePageKey(
  tx: TenantTx,
  { id, name, key, sharing }: Pick<StoredHomePage, 'id' | 'name' | 'key' | 'sharing'>,
  wanted?: string,
): Promise<string | null> {
  if (!isShared({ sharing })) return null
  return key ?? takeNameKey(tx, HOME_PAGES, { id, name, wanted })
}

export async function putHomePage(tx: TenantTx, page: StoredHomePage): Promise<void> {
  const { id, key, ownerId, name, widgets, sharing, defaultFor, revision } = page
  await tx.query(
    `insert into caseloom.home_page
       (id, tenant_id, owner_id, name, widgets, sharing, default_for, revision, created_at, updated_at, key)
     values ($1, $2, $3, $4, $5, $6, $7::uuid[], $8, $9, $9, $10)
     on conflict (id) do update set name = $4, widgets = $5, sharing = $6, default_for = $7::uuid[], revision = $8,
       updated_at = $9, key = $10`,
    [
      id,
      tx.tenantId,
      ownerId,
      name,
      JSON.stringify(widgets),
      sharing === null ? null : JSON.stringify(sharing),
      defaultFor,
      revision,
      tx.now,
      key,
    ],
  )
}

/** Deletes a page; those who chose it follow their roles again. */
export async function removeHomePage(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.home_choice where tenant_id = $1 and page_id = $2', [tx.tenantId, id])
  await tx.query('delete from caseloom.home_page where tenant_id = $1 and id = $2', [tx.tenantId, id])
}

/** Whether someone has chosen the page. */
export async function isChosen(tx: TenantTx, id: string): Promise<boolean> {
  const chosen = 'select 1 from caseloom.home_choice where tenant_id = $1 and page_id = $2 limit 1'
  return (await tx.query(chosen, [tx.tenantId, id])).length > 0
}

/** A page by ID, the built-in page (null), or no choice (undefined). */
export async function homeChoice(tx: TenantTx, userId: string): Promise<string | null | undefined> {
  const rows = await tx.rows(
    z.object({ page: z.string().nullable() }),
    'select page_id as page from caseloom.home_choice where tenant_id = $1 and user_id = $2',
    [tx.tenantId, userId],
  )
  return rows[0]?.page
}

export async function putHomeChoice(
  tx: TenantTx,
  userId: string,
  choice: string | null | undefined,
): Promise<void> {
  if (choice === undefined) {
    await tx.query('delete from caseloom.home_choice where tenant_id = $1 and user_id = $2', [
      tx.tenantId,
      userId,
    ])
    return
  }
  await tx.query(
    `insert into caseloom.home_choice (tenant_id, user_id, page_id) values ($1, $2, $3)
     on conflict (tenant_id, user_id) do update set page_id = excluded.page_id`,
    [tx.tenantId, userId, choice],
  )
}
