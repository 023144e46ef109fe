import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'

const NameRow = z.object({ id: z.string(), name: z.string() })

const FieldsRow = z.object({ id: z.string(), fields: z.array(z.string()) })

/** Playbooks whose draft or published version names the app, by key or id. */
export async function playbooksOfApp(
  scope: TenantScope,
  app: { id: string; key: string },
): Promise<{ id: string; name: string }[]> {
  // Keys and ids are letters, digits, - and _: nothing in them means anything to a pattern.
  const names = `"(app|appId)"\\s*:\\s*"(${app.key}|${app.id})"`
  return scope.read((tx) =>
    tx.rows(
      NameRow,
      `select p.id, p.title as name from caseloom.playbook p
         left join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
        where p.tenant_id = $1 and (p.draft::text ~ $2 or v.document::text ~ $2)
        order by p.title, p.id limit 200`,
      [tx.tenantId, names],
    ),
  )
}

/** Those of them that also name one of these fields, with the fields. */
export async function playbooksNaming(
  scope: TenantScope,
  app: { id: string; key: string },
  fields: readonly string[],
): Promise<{ id: string; name: string; fields: string[] }[]> {
  const playbooks = await playbooksOfApp(scope, app)
  if (playbooks.length === 0 || fields.length === 0) return []
  const naming = await scope.read((tx) =>
    tx.rows(
      FieldsRow,
      `select p.id, array(select f from unnest($3::text[]) f
                           where concat(p.draft::text, v.document::text) ~ ('\\m' || f || '\\M')) as fields
         from caseloom.playbook p
         left join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
        where p.tenant_id = $1 and p.id = any($2::uuid[])`,
      [tx.tenantId, playbooks.map(({ id }) => id), fields],
    ),
  )
  return playbooks.flatMap(({ id, name }) => {
    const { fields: named = [] } = naming.find((one) => one.id === id) ?? {}
    return named.length === 0 ? [] : [{ id, name, fields: named }]
  })
}
