import { IdRow } from '../../../platform/database/rows.ts'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { saidWords } from '../indexing/comment-words.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { isSearchable } from '../indexing/search-text.rules.ts'
import { type CheckedSearch, type Found, type FoundPage, findPage } from './search.read.ts'
import { searchRow } from '../indexing/search-row.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'

/** Index hits checked per batch, and in total. */
const BATCH = 100
const MOST = 1_000

/** Fields of the app whose words are not to count; empty when the index alone can answer. */
export function wordlessFields(app: AppTable, search: CheckedSearch, notIn: readonly string[]): Set<string> {
  if (search.terms.length === 0) return new Set()
  const named = new Set(notIn)
  const wordless = app.fields.filter(
    (field) => named.has(field.key) && (isSearchable(field) || kindTraits(field.kind).thread),
  )
  return new Set(wordless.map(({ key }) => key))
}

interface OutsidePage extends FoundPage {
  total: { value: number; capped: boolean }
}

/**
 * The first records that have the words outside of some fields. The index holds the words of all fields of the same
 * readers together, so each of its hits is read again without those fields; of more than 1,000 hits the rest is left.
 */
export async function findOutside(
  tx: TenantTx,
  app: AppTable,
  search: CheckedSearch,
  { actor, notIn }: { actor: Actor; notIn: ReadonlySet<string> },
): Promise<OutsidePage> {
  const left = app.fields.filter((field) => !notIn.has(field.key) && mayReadField(actor, field))
  const columns =
    search.columns === undefined ? undefined : new Set([...search.columns, ...left.map(({ key }) => key)])
  const found: Found[] = []
  let looked = 0
  let after = search.after
  for (;;) {
    const page = await findPage(tx, app, { ...search, columns, after, limit: BATCH })
    const matching = await withWords(tx, app, search, { page: page.found, notIn })
    found.push(...page.found.filter(({ record }) => matching.has(record.id)))
    looked += page.found.length
    const last = page.found.at(-1)
    const isWhole = page.found.length < BATCH || last === undefined
    if (isWhole || page.revision !== app.revision || looked >= MOST)
      return { ...page, found, total: { value: found.length, capped: !isWhole } }
    after = { order: '', values: last.sortedBy, id: last.record.id }
  }
}

/** Which of these records have all words in what is left of them. */
async function withWords(
  tx: TenantTx,
  app: AppTable,
  { terms, classes }: CheckedSearch,
  { page, notIn }: { page: readonly Found[]; notIn: ReadonlySet<string> },
): Promise<Set<string>> {
  if (page.length === 0) return new Set()
  const ids = page.map(({ record }) => record.id)
  const said = await saidWords(tx, app, ids, notIn)
  const rows = page.flatMap(({ record }) =>
    classes.map((name) => ({
      id: record.id,
      words: [
        ...searchRow(app, without(record, notIn), name, true).words,
        ...(said.get(`${record.id} ${name}`) ?? []),
      ],
    })),
  )
  const of = terms.map((_term, at) => `select id from w where tsv @@ $${at + 2}::tsquery`)
  const found = await tx.rows(
    IdRow,
    `with w as materialized (
       select (one->>'id')::uuid as id,
              array_to_tsvector(array(select jsonb_array_elements_text(one->'words'))) as tsv
         from jsonb_array_elements($1::jsonb) one)
     ${of.join(' intersect ')}`,
    [JSON.stringify(rows), ...terms],
  )
  return new Set(found.map(({ id }) => id))
}

function without(record: StoredRecord, notIn: ReadonlySet<string>): StoredRecord {
  const values = Object.entries(record.values).filter(([key]) => !notIn.has(key))
  return { ...record, values: Object.fromEntries(values) }
}
