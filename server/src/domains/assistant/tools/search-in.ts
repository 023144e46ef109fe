import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordPage } from '@caseloom/contract/records/records'
import type { Asking } from '../asking/answerer.ts'
import type { filterFrom, sortFrom } from './filter-input.ts'
import type { ToolDeps } from './tool-deps.ts'

/** What is looked for in an app, and what is read of it. */
interface Wanted {
  filter?: ReturnType<typeof filterFrom>
  text?: string | undefined
  sort?: ReturnType<typeof sortFrom>
  columns?: readonly string[]
  limit?: number
}

/** Searches an app's records for tools: words that occur only in fields withheld from the answerer find nothing. */
export function searchIn(
  deps: Pick<ToolDeps, 'records'>,
  asking: Asking,
  app: Pick<AppView, 'id' | 'key'>,
  { filter, text = '', sort, columns, limit = 1 }: Wanted,
): Promise<RecordPage> {
  const wordsNotIn = withheldIn(asking, app)
  return deps.records.searchRecords(asking.scope, asking.actor, {
    appId: app.id,
    limit,
    zone: asking.timeZone,
    count: 'capped',
    links: 3,
    text,
    ...(columns === undefined ? {} : { columns: [...columns] }),
    ...(sort === undefined ? {} : { sort }),
    ...(filter === undefined ? {} : { filter }),
    ...(wordsNotIn.length === 0 ? {} : { wordsNotIn }),
  })
}

/** How many records a draft finds; throws for fields that are not there, as the list itself would. */
export async function findsOf(
  deps: Pick<ToolDeps, 'records'>,
  asking: Asking,
  app: Pick<AppView, 'id' | 'key'>,
  wanted: Omit<Wanted, 'limit'>,
): Promise<{ finds: number; findsMore?: true }> {
  const { total } = await searchIn(deps, asking, app, { columns: [], ...wanted })
  return { finds: total?.value ?? 0, ...(total?.capped === true ? { findsMore: true } : {}) }
}

/** Keys of the app's fields that are withheld from the answerer. */
function withheldIn({ withheld }: Pick<Asking, 'withheld'>, app: Pick<AppView, 'key'>): string[] {
  return (withheld?.fields ?? []).flatMap((name) => {
    const [of, key] = name.split('.')
    return key !== undefined && (of === '*' || of === app.key) ? [key] : []
  })
}
