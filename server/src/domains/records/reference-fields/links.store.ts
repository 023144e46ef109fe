import { z } from 'zod'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'
import type { ChangedRecord, ProjectionWriter } from '../model/projection.ts'
import { OtherRecord, readLinkEntry } from './link-changes.rules.ts'
import { referenceFields } from './reference-fields.rules.ts'

export const Link = z.object({
  field: z.string(),
  source: z.string(),
  target: z.string(),
})
export type Link = z.infer<typeof Link>

/** Writes the links that changes added and removed, for the whole batch in two statements. */
export const linkWriter: ProjectionWriter = {
  name: 'links',
  concerns: (app) => referenceFields(app).length > 0,
  async write(tx, app, changed) {
    const { added, removed } = netLinks(app, changed)
    if (removed.length > 0)
      await tx.query(
        `delete from ${app.linkTable} l using unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w(field, source, target)
          where l.field = w.field and l.source = w.source and l.target = w.target`,
        columns(removed),
      )
    if (added.length > 0)
      await tx.query(
        `insert into ${app.linkTable} (field, source, target, ord)
         select w.field, w.source, w.target, coalesce(m.ord, 0) + w.place
           from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as w(field, source, target, place)
           left join lateral (select l.ord from ${app.linkTable} l
             where l.field = w.field and l.source = w.source order by l.ord desc limit 1) m on true
         on conflict do nothing`,
        columns(added),
      )
  },
}

function columns(links: readonly Link[]): string[][] {
  return [links.map((link) => link.field), links.map((link) => link.source), links.map((link) => link.target)]
}

/** One record may change several times in a batch: the last word about a link counts. */
function netLinks(app: AppTable, changed: readonly ChangedRecord[]): { added: Link[]; removed: Link[] } {
  const last = new Map<string, { link: Link; there: boolean }>()
  const say = (link: Link, there: boolean) => {
    const place = `${link.field} ${link.source} ${link.target}`
    last.delete(place)
    last.set(place, { link, there })
  }
  for (const { record, changes } of changed) {
    for (const change of changes) {
      const definition = app.byKey.get(change.field)?.definition
      if (definition === undefined || !fieldTraits(definition).links) continue
      const { added, removed } = readLinkEntry(change)
      for (const target of removed) say({ field: definition.id, source: record.id, target }, false)
      for (const target of added) say({ field: definition.id, source: record.id, target }, true)
    }
  }
  const all = [...last.values()]
  return {
    added: all.flatMap(({ link, there }) => (there ? [link] : [])),
    removed: all.flatMap(({ link, there }) => (there ? [] : [link])),
  }
}

/** Records of an app by id or number, deleted ones too. */
export async function findOthers(
  tx: TenantTx,
  app: AppTable,
  names: { ids: readonly string[]; seqs: readonly string[] },
): Promise<OtherRecord[]> {
  return tx.rows(
    OtherRecord,
    `select t.id, t.seq::text as seq, ${titleSql(app)} as title, t.acl, t.deleted_at is null as alive
       from ${app.table} t where t.id = any($1::uuid[]) or t.seq = any($2::bigint[])`,
    [names.ids, names.seqs],
  )
}

/** The title of the row t, as text. */
export function titleSql(app: AppTable): string {
  const field = app.byKey.get(app.titleField)
  return field === undefined ? 'null::text' : `left(t.${field.column}::text, 500)`
}

/** Which of these links there are. */
export async function presentLinks(tx: TenantTx, linkTable: string, links: readonly Link[]): Promise<Link[]> {
  if (links.length === 0) return []
  return tx.rows(
    Link,
    `select l.field, l.source, l.target
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w(field, source, target)
       join ${linkTable} l on l.field = w.field and l.source = w.source and l.target = w.target`,
    columns(links),
  )
}

/** The first links of each field and record, in order; `most` of each. */
export async function firstLinks(
  tx: TenantTx,
  linkTable: string,
  places: readonly { field: string; source: string; most: number }[],
): Promise<Link[]> {
  if (places.length === 0) return []
  return tx.rows(
    Link,
    `select w.field, w.source, l.target
       from unnest($1::uuid[], $2::uuid[], $3::int[]) as w(field, source, most)
       cross join lateral (select l.target, l.ord from ${linkTable} l
         where l.field = w.field and l.source = w.source order by l.ord limit w.most) l
      order by w.field, w.source, l.ord`,
    [
      places.map((place) => place.field),
      places.map((place) => place.source),
      places.map((place) => place.most),
    ],
  )
}
