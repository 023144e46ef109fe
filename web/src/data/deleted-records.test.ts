import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readNaming } from './deleted-records.ts'
import { keys } from './keys.ts'

const T = 'tenant-1'

/** Which of these queries become stale once record `x` of the app `cases` is deleted. */
async function staleOf(answers: readonly (readonly [readonly unknown[], unknown])[]): Promise<boolean[]> {
  const client = new QueryClient()
  for (const [key, data] of answers) client.setQueryData(key, data)
  await readNaming(client, T, new Map([['x', 'cases']]))
  return answers.map(([key]) => client.getQueryState(key)?.isInvalidated ?? false)
}

it('refetches queries that name a deleted record', async () => {
  const linked = { fields: { case: { items: [{ id: 'x', title: 'Secret' }], total: 1 } } }
  expect(
    await staleOf([
      [keys.one(T, 'records', 'y'), linked],
      [keys.one(T, 'records', 'y', 'related'), [{ items: [{ id: 'x' }] }]],
      [keys.list(T, 'records', 'everywhere', 'secret'), { pages: [{ items: [{ record: { id: 'x' } }] }] }],
      [keys.list(T, 'records', 'alerts', {}), { pages: [{ items: [linked] }] }],
    ]),
  ).toEqual([true, true, true, true])
})

it("doesn't refetch the record's page, its app's lists, other tenants, or unrelated queries", async () => {
  expect(
    await staleOf([
      [keys.one(T, 'records', 'x'), { id: 'x' }],
      [keys.list(T, 'records', 'cases', {}), { pages: [{ items: [{ id: 'x' }] }] }],
      [keys.one('tenant-2', 'records', 'y'), { id: 'x' }],
      [keys.one(T, 'records', 'y'), { id: 'y', fields: { title: 'not x' } }],
      [keys.list(T, 'runs'), [{ id: 'x' }]],
    ]),
  ).toEqual([false, false, false, false, false])
})
