import type { AppRevision } from '@caseloom/contract/apps/apps'
import { cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { StoredField } from '../definition/app-definition.ts'
import { definitionDifferences } from '../definition/app-diff.rules.ts'

const REVISION = /^[1-9]\d{0,8}$/

/** The number of a revision in a URL; null for text that is none. */
export function revisionNumber(text: string): number | null {
  return REVISION.test(text) ? Number(text) : null
}

/** The revision that a page ends before; null for the first page. */
export function revisionBefore(cursor: string | undefined): number | null {
  const [revision] = readCursor(cursor, [REVISION]) ?? []
  return revision === undefined ? null : Number(revision)
}

interface RevisionRow<Definition> {
  revision: number
  at: Date
  actor: AppRevision['by']
  definition: Definition
}

/**
 * A page of revisions, each with what it changed for someone who reads definitions as `readable` gives them. `rows` has
 * one more than the page: each is compared with the one before it.
 */
export function revisionPage<Definition extends { fields: StoredField[] }>(
  rows: readonly RevisionRow<Definition>[],
  limit: number,
  readable: (definition: Definition) => Definition,
): { items: AppRevision[]; next: string | null } {
  const items = rows.slice(0, limit).map((row, at) => {
    const older = rows[at + 1]
    return {
      revision: row.revision,
      at: row.at.toISOString(),
      by: row.actor,
      changes:
        older === undefined
          ? []
          : definitionDifferences(readable(older.definition), readable(row.definition)),
    }
  })
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? cursorOf([String(last.revision)]) : null }
}
