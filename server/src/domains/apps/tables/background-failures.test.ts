import { expect, test, vi } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { IndexBuilds } from './build-indexes.ts'

test('a background index build that fails logs the error and the app', async () => {
  const fault = new Error('the database is read-only')
  // Only the call that fails is needed.
  const scope = { outside: () => Promise.reject(fault) } as unknown as TenantScope
  const warn = vi.fn()
  await new IndexBuilds({ warn }).start(scope, 'app-1')
  expect(warn).toHaveBeenCalledWith(
    { err: fault, appId: 'app-1' },
    'failed to build the indexes of an app; retrying at the next start',
  )
})
