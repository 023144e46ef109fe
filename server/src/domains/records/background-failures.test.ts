import { describe, expect, test, vi } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import { Backfills } from './computed/backfill-records.ts'
import { SearchReindex } from './indexing/reindex-search.ts'

const FAULT = new Error('the database is read-only')
const refuse = () => Promise.reject(FAULT)
// Only the calls that fail are needed: nothing else of the scope or the door is reached.
const scope = { tx: refuse, read: refuse } as unknown as TenantScope
const apps = {} as unknown as AppsDoor

function aLog() {
  const lines: [object, string][] = []
  return { lines, log: { warn: (fields: object, text: string) => void lines.push([fields, text]) } }
}

describe('background work that fails', () => {
  test.each([
    [
      'a search reindex',
      'failed to reindex an app; retrying',
      (log: never) => new SearchReindex({ apps, log }).start(scope, 'app-1'),
    ],
    [
      'a backfill of computed values',
      'failed to backfill an app; retrying',
      (log: never) => new Backfills({ apps, log }).start(scope, 'app-1'),
    ],
  ])('logs the error and the app: %s', async (_what, text, start) => {
    const { lines, log } = aLog()
    start(log as never)
    await vi.waitFor(() => expect(lines).toEqual([[{ err: FAULT, appId: 'app-1' }, text]]))
  })
})
