import { ManifestAuth } from '@caseloom/connectors/kit/manifest'
import { ManifestAction } from '@caseloom/connectors/kit/manifest'
import { AuthKind } from '@caseloom/contract/automation/assets'
import { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'

/** What an imported connector is besides its actions. */
export const About = z.object({
  vendor: z.string(),
  version: z.string(),
  docs: z.string().nullable(),
  settings: JsonObjectColumn,
  base: z.string(),
  auth: z.array(ManifestAuth),
  openAuth: z.array(AuthKind),
})
export type About = z.infer<typeof About>

/** How an action of a tenant's connector is done. */
export const ActionPlan = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('http'), action: ManifestAction }),
  z.object({
    kind: z.literal('mcp'),
    tool: z.string(),
    input: JsonObject,
    output: JsonObject.nullable(),
    idempotent: z.boolean(),
  }),
])
export type ActionPlan = z.infer<typeof ActionPlan>

const ConnectorRow = z.object({
  id: z.string(),
  key: z.string(),
  origin: z.enum(['openapi', 'mcp']),
  title: z.string(),
  description: z.string(),
  source: z.string().nullable(),
  asset: z.string().nullable(),
  about: About,
  warnings: z.array(z.string()),
  revision: z.number(),
  updated_at: z.date(),
})
export type ConnectorRow = z.infer<typeof ConnectorRow>

const ListedConnector = ConnectorRow.extend({ enabled: z.number() })

export const ActionRow = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  request: z.string().nullable(),
  deprecated: z.boolean(),
  enabled: z.boolean(),
})
export type ActionRow = z.infer<typeof ActionRow>
const FullActionRow = ActionRow.extend({ spec: ActionPlan })
export type FullActionRow = z.infer<typeof FullActionRow>

const COLUMNS = 'id, key, origin, title, description, source, asset, about, warnings, revision, updated_at'
const ACTION = 'name, title, description, request, deprecated, enabled'

export function allConnectors(tx: TenantTx): Promise<z.infer<typeof ListedConnector>[]> {
  return tx.rows(
    ListedConnector,
    `select ${COLUMNS}, (select count(*)::int from caseloom.connector_action a
        where a.connector_id = c.id and a.enabled) as enabled
       from caseloom.connector c where tenant_id = $1 order by lower(title), id`,
    [tx.tenantId],
  )
}

export async function connectorByKey(tx: TenantTx, key: string): Promise<ConnectorRow | null> {
  const rows = await tx.rows(
    ConnectorRow,
    `select ${COLUMNS} from caseloom.connector where tenant_id = $1 and key = $2`,
    [tx.tenantId, key],
    'automation-connector-by-key',
  )
  return rows[0] ?? null
}

export async function connectorById(tx: TenantTx, id: string, lock = false): Promise<ConnectorRow | null> {
  const rows = await tx.rows(
    ConnectorRow,
    `select ${COLUMNS} from caseloom.connector where tenant_id = $1 and id = $2${lock ? ' for update' : ''}`,
    [tx.tenantId, id],
  )
  return rows[0] ?? null
}

export function actionsOf(tx: TenantTx, connectorId: string): Promise<ActionRow[]> {
  return tx.rows(
    ActionRow,
    `select ${ACTION} from caseloom.connector_action where tenant_id = $1 and connector_id = $2 order by nth`,
    [tx.tenantId, connectorId],
  )
}

const TenantAction = FullActionRow.extend({ connector: z.string(), connectorTitle: z.string() })
export type TenantAction = z.infer<typeof TenantAction>

/** Actions of the tenant that steps may use: all, or those of these names. */
export function enabledActions(tx: TenantTx, names: readonly string[] | null): Promise<TenantAction[]> {
  return tx.rows(
    TenantAction,
    `select a.name, a.title, a.description, a.request, a.deprecated, a.enabled, a.spec, c.key as connector,
            c.title as "connectorTitle"
       from caseloom.connector_action a join caseloom.connector c on c.id = a.connector_id
      where a.tenant_id = $1 and a.enabled and ($2::text[] is null or a.name = any($2))
      order by lower(c.title), a.nth`,
    [tx.tenantId, names],
  )
}

const ConnectorSpecRow = z.object({ connector: z.string(), spec: ActionPlan })

/** One action with its implementation, enabled or not, because published versions keep working. */
export async function actionByName(
  tx: TenantTx,
  name: string,
): Promise<z.infer<typeof ConnectorSpecRow> | null> {
  const rows = await tx.rows(
    ConnectorSpecRow,
    `select c.key as connector, a.spec from caseloom.connector_action a
       join caseloom.connector c on c.id = a.connector_id where a.tenant_id = $1 and a.name = $2`,
    [tx.tenantId, name],
    'automation-connector-action',
  )
  return rows[0] ?? null
}

/** Keeps a new connector; false when its key is taken. */
export async function insertConnector(tx: TenantTx, row: ConnectorRow): Promise<boolean> {
  const rows = await tx.query(
    `insert into caseloom.connector (id, tenant_id, key, origin, title, description, source, asset, about, warnings,
                                     revision, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (tenant_id, key) do nothing returning id`,
    [
      row.id,
      tx.tenantId,
      row.key,
      row.origin,
      row.title,
      row.description,
      row.source,
      row.asset,
      JSON.stringify(row.about),
      row.warnings,
      row.revision,
      tx.now,
    ],
  )
  return rows.length > 0
}

export async function updateConnectorRow(
  tx: TenantTx,
  row: Pick<ConnectorRow, 'id' | 'title' | 'description' | 'about' | 'warnings'>,
): Promise<void> {
  await tx.query(
    `update caseloom.connector set title = $3, description = $4, about = $5, warnings = $6, revision = revision + 1,
            updated_at = $7
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, row.title, row.description, JSON.stringify(row.about), row.warnings, tx.now],
  )
}

/** Replaces all actions of a connector. */
export async function replaceActions(
  tx: TenantTx,
  connectorId: string,
  actions: readonly FullActionRow[],
): Promise<void> {
  await tx.query('delete from caseloom.connector_action where tenant_id = $1 and connector_id = $2', [
    tx.tenantId,
    connectorId,
  ])
  // One statement for thousands of rows: the whole list goes as one JSON value.
  await tx.query(
    `insert into caseloom.connector_action (connector_id, tenant_id, name, nth, title, description, request,
                                            deprecated, enabled, spec)
     select $1, $2, a->>'name', n, a->>'title', a->>'description', a->>'request', (a->>'deprecated')::boolean,
            (a->>'enabled')::boolean, a->'spec'
       from json_array_elements($3::json) with ordinality as list (a, n)`,
    [connectorId, tx.tenantId, JSON.stringify(actions)],
  )
}

export async function enableActions(
  tx: TenantTx,
  connectorId: string,
  enabled: readonly string[],
): Promise<void> {
  await tx.query(
    `update caseloom.connector_action set enabled = name = any($3::text[])
      where tenant_id = $1 and connector_id = $2`,
    [tx.tenantId, connectorId, enabled],
  )
}

export async function deleteConnectorRow(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.connector where tenant_id = $1 and id = $2', [tx.tenantId, id])
}
