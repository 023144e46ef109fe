// Reading records as one may see them: one record, pages, counts, and groups.
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { mayPass } from '@caseloom/contract/kernel/permissions'
import type { RecordPage, RecordSearch, RecordView } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { accessTo, mayReadField, seen } from '../model/app-permissions.rules.ts'
import { readSearchCursor, writeSearchCursor } from './search-cursor.ts'
import type { PlainFilter } from '../filters/filter-shape.ts'
import { targetOf } from '../filters/filter-targets.rules.ts'
import { readFilter } from '../filters/read-filter.rules.ts'
import { withLinks } from '../reference-fields/linked-views.ts'
import type { OtherApps } from '../filters/linked-test.rules.ts'
import { appsOfFilter } from '../reference-fields/other-apps.ts'
import type { AppTable } from '../model/record-shape.ts'
import { recordViewer } from '../model/record-view.ts'
import type { SearchReindex } from '../indexing/reindex-search.ts'
import { type CheckedSearch, COUNT_CAP, countFound, findPage, type FoundPage } from './search.read.ts'
import { stretchesAfter } from './keyset.ts'
import { queryTerms } from '../indexing/search-text.rules.ts'
import { columnsWithHits, withHits } from './highlight-page.ts'
import { similarOf, withSimilar } from './similar.read.ts'
import { findOutside, wordlessFields } from './search-outside.ts'
import { readOrder, type SortKey } from './sort.ts'
import { withApp } from '../model/with-app.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** A search with the same defaults as over HTTP. */
export type SearchCommand = Partial<RecordSearch> & {
  /** The actor's time zone for periods such as this_week; the tenant's when absent, as for playbooks. */
  zone?: string | undefined
  /** The time from which `7d` or `today` count; now by default. */
  at?: Date | undefined
  /** Links to read of each reference field; 20 by default. */
  links?: number | undefined
  /** Keys of fields whose words are no hits. */
  wordsNotIn?: readonly string[] | undefined
}

/** The search as the domain's door offers it: with the one reindex of the process behind it. */
export interface RecordSearching {
  searchRecords(
    scope: TenantScope,
    actor: Actor,
    command: SearchCommand & { appId: string },
  ): Promise<RecordPage>
}

/**
 * One page of the records that the actor may see.
 * @throws field.unknown for a field that is missing or unreadable, request.invalid for every other fault
 */
export async function searchRecords(
  deps: RecordsDeps & { refills: SearchReindex },
  scope: TenantScope,
  actor: Actor,
  { appId, ...command }: SearchCommand & { appId: string },
): Promise<RecordPage> {
  allow(actor, 'record:read')
  const { limit = 50, text = '' } = command
  const highlights = command.highlights === true && text.trim() !== ''
  return scope.read(async (tx) => {
    const { app, found, search, refilling, wordless, total } = await withApp(
      deps,
      tx,
      appId,
      async (candidate) => {
        const others = await appsOfFilter(deps, tx, candidate, command.filter)
        const checked = checkSearch(
          seen(candidate, actor),
          actor,
          { ...command, zone: command.zone ?? tx.timeZone, limit, others },
          command.at ?? tx.now,
        )
        return {
          ...(await readPage(tx, candidate, checked, { actor, command, highlights })),
          search: checked,
        }
      },
    )
    if (refilling && search.terms.length > 0) tx.afterCommit(() => deps.refills.start(scope, app.id))
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const next =
      found.length > limit && last !== undefined
        ? writeSearchCursor({ order: orderName(search.keys), values: last.sortedBy, id: last.record.id })
        : null
    const access = accessTo(app, actor)
    const view = recordViewer(access)
    const linked = await withLinks(
      deps,
      tx,
      { access, columns: search.columns, first: command.links },
      page.map(({ record }) => view(record)),
    )
    const known =
      app.correlation.length === 0
        ? null
        : await similarOf(tx, app, { ids: page.map(({ record }) => record.id), search })
    const items = known === null ? linked : withSimilar(linked, known)
    return {
      items: highlights
        ? withHits(app, actor, { text, columns: command.columns }, items)
        : items.map((item) => narrowed(item, command.columns)),
      next,
      ...(total === null ? {} : { total }),
      ...(search.terms.length > 0 && (refilling || wordless) ? { partial: true as const } : {}),
    }
  })
}

interface Reading {
  actor: Actor
  command: SearchCommand
  highlights: boolean
}

async function readPage(
  tx: TenantTx,
  app: AppTable,
  search: CheckedSearch,
  { actor, command, highlights }: Reading,
): Promise<FoundPage & { total: RecordPage['total'] | null }> {
  const kind = command.count ?? 'none'
  const notIn = wordlessFields(app, search, command.wordsNotIn ?? [])
  if (notIn.size > 0) {
    const page = await findOutside(tx, app, search, { actor, notIn })
    return { ...page, total: kind === 'none' ? null : page.total }
  }
  const columns = highlights ? columnsWithHits(app, actor, search.columns) : search.columns
  // Both go out together: the database counts while the page is on its way.
  const [page, total] = await Promise.all([
    findPage(tx, app, { ...search, columns, limit: search.limit + 1 }),
    count(tx, app, search, kind),
  ])
  return { ...page, total }
}

/** The item with the wanted columns alone: to look for words more of them may have been read. */
function narrowed(item: RecordView, columns: readonly string[] | undefined): RecordView {
  if (columns === undefined) return item
  const fields = Object.entries(item.fields).filter(([key]) => columns.includes(key))
  return fields.length === Object.keys(item.fields).length
    ? item
    : { ...item, fields: Object.fromEntries(fields) }
}

/** A text of nothing but punctuation finds nothing, instead of everything. */
const NOTHING: PlainFilter = { any: [] }

async function count(
  tx: TenantTx,
  app: AppTable,
  search: CheckedSearch,
  kind: RecordSearch['count'],
): Promise<{ value: number; capped: boolean } | null> {
  if (kind === 'none') return null
  const value = await countFound(tx, app, search, kind === 'capped' ? COUNT_CAP : null)
  return kind === 'capped' && value > COUNT_CAP
    ? { value: COUNT_CAP, capped: true }
    : { value, capped: false }
}

/** A cursor fits one order only: the columns and directions it was made for. */
function orderName(keys: readonly SortKey[]): string {
  return keys.map((key) => `${key.descending ? '-' : '+'}${key.sql}`).join(' ')
}

/** Checks every part of a search; throws field.unknown or request.invalid with all faults. */
export function checkSearch(
  app: AppTable,
  actor: Actor,
  command: SearchCommand & { limit: number; others?: OtherApps },
  now: Date,
): CheckedSearch {
  const reading =
    command.filter === undefined
      ? null
      : readFilter(command.filter, { app, actor, now, zone: command.zone, others: command.others })
  const order = readOrder(app, actor, command.sort)
  const columns = columnIssues(app, actor, command.columns ?? [])
  const issues = [...(reading?.issues ?? []), ...(order.issues ?? []), ...columns]
  if (issues.length > 0) {
    const unknown =
      (reading?.issues !== undefined && reading.unknown) ||
      (order.issues !== undefined && order.unknown) ||
      columns.length > 0
    throw fail(unknown ? 'field.unknown' : 'request.invalid', { issues })
  }
  const keys = order.keys ?? []
  const after =
    command.cursor === undefined ? null : readSearchCursor(command.cursor, orderName(keys), keys.length)
  if (command.cursor !== undefined && (after === null || stretchesAfter(keys, after) === null))
    throw fail('request.invalid', {
      issues: [
        { path: ['body', 'cursor'], code: 'invalid_cursor', message: 'The cursor belongs to another search' },
      ],
    })
  const text = command.text?.trim() ?? ''
  const terms = queryTerms(text)
  return {
    filter: text !== '' && terms.length === 0 ? NOTHING : (reading?.filter ?? null),
    terms,
    classes: [...app.readClasses].flatMap(([name, readers]) => (mayPass(actor, readers) ? [name] : [])),
    principals: actor.principals,
    keys,
    columns: command.columns === undefined ? undefined : new Set(command.columns),
    after,
    limit: command.limit,
    similar: similarSearch(app, actor, command),
  }
}

/** What the search asks of groups; nothing in an app without rules. */
function similarSearch(
  app: AppTable,
  actor: Actor,
  { similar: isCollapsed = false, similarTo }: SearchCommand,
): CheckedSearch['similar'] {
  const to = similarTo ?? null
  if (!isCollapsed && to === null) return null
  const rules = app.correlation.filter(({ fields }) =>
    fields.every((key) => {
      const field = app.byKey.get(key)
      return field !== undefined && mayReadField(actor, field)
    }),
  )
  return { rules: rules.map(({ key }) => key), isCollapsed, to }
}

function columnIssues(app: AppTable, actor: Actor, columns: readonly string[]): Issue[] {
  return columns.flatMap((column, at) =>
    targetOf(app, actor, column) === null
      ? [
          {
            path: ['body', 'columns', at],
            code: 'unknown_field',
            message: `Unknown field "${column.slice(0, 100)}"`,
          },
        ]
      : [],
  )
}
