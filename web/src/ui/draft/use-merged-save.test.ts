import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { doing, endHooksAfterEach, renderHook } from '../testing/render-hook.ts'
import { useMergedSave } from './use-merged-save.ts'

endHooksAfterEach()
// React hears of a mutation immediately, not after a timer.
notifyManager.setScheduler((run) => run())

interface Form {
  name: string
  text: string
}
interface Stored extends Form {
  revision: number
}
const BASE: Stored = { name: 'Old', text: 'Old', revision: 1 }
const formOf = ({ name, text }: Stored): Form => ({ name, text })
const STALE = new Error('stale')

let client: QueryClient
const save = vi.fn<(form: Form, over: Stored) => Promise<Stored>>()
const newest = vi.fn<(error: unknown) => Promise<Stored | null>>()
const onSaved = vi.fn<(saved: Stored) => void>()
const onMerged = vi.fn<(stored: Stored, merged: Form) => boolean>()
const onFailed = vi.fn<(error: unknown) => void>()

beforeEach(() => {
  client = new QueryClient()
  onMerged.mockReturnValue(true)
})
afterEach(() => {
  for (const mock of [save, newest, onSaved, onMerged, onFailed]) mock.mockReset()
  client.clear()
})

const wrap = (children: ReactNode) => createElement(QueryClientProvider, { client }, children)
const aSave = (baseOf?: (over: Stored) => Promise<Form>) =>
  renderHook(
    () =>
      useMergedSave({
        formOf,
        save,
        isConflict: (error) => error === STALE,
        newest,
        onSaved,
        onMerged,
        onFailed,
        ...(baseOf === undefined ? {} : { baseOf }),
      }),
    { props: null, wrap },
  )
type Saving = Awaited<ReturnType<typeof aSave>>

async function settled(saving: Saving, work: () => void): Promise<void> {
  await doing(work)
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  await doing(() => undefined)
  expect(saving.now().saving).toBe(false)
}

/** Saves my form while someone else's version is the newest. */
async function against(theirs: Stored, mine: Form): Promise<Saving> {
  const saving = await aSave()
  save.mockRejectedValueOnce(STALE)
  newest.mockResolvedValueOnce(theirs)
  await settled(saving, () => saving.now().save(mine, BASE))
  return saving
}

describe('saving a draft that others change too', () => {
  test('saves over the state that was edited', async () => {
    const saving = await aSave()
    const saved = { name: 'Mine', text: 'Old', revision: 2 }
    save.mockResolvedValueOnce(saved)
    await settled(saving, () => saving.now().save({ name: 'Mine', text: 'Old' }, BASE))
    expect(save.mock.calls).toEqual([[{ name: 'Mine', text: 'Old' }, BASE]])
    expect(onSaved).toHaveBeenCalledExactlyOnceWith(saved)
    expect([saving.now().error, saving.now().conflict]).toEqual([null, null])
  })

  test('merges changes of different parts and saves both over theirs', async () => {
    const theirs = { name: 'Old', text: 'Theirs', revision: 2 }
    const both = { name: 'Mine', text: 'Theirs' }
    const saving = await aSave()
    save.mockRejectedValueOnce(STALE).mockResolvedValueOnce({ ...both, revision: 3 })
    newest.mockResolvedValueOnce(theirs)
    await settled(saving, () => saving.now().save({ name: 'Mine', text: 'Old' }, BASE))
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(onMerged).toHaveBeenCalledExactlyOnceWith(theirs, both)
    expect(save.mock.calls.at(-1)).toEqual([both, theirs])
  })

  test('leaves the merged draft unsaved where the page shows it first', async () => {
    onMerged.mockReturnValue(false)
    await against({ name: 'Old', text: 'Theirs', revision: 2 }, { name: 'Mine', text: 'Old' })
    expect(onMerged).toHaveBeenCalledOnce()
    expect(save).toHaveBeenCalledOnce()
  })

  test('asks where both changed the same part, and reports no failure', async () => {
    const saving = await against({ name: 'Theirs', text: 'New', revision: 2 }, { name: 'Mine', text: 'Old' })
    expect(saving.now().conflict).toMatchObject({
      parts: ['name'],
      merged: { name: 'Mine', text: 'New' },
      theirs: { name: 'Theirs' },
    })
    expect(saving.now().error).toBeNull()
    expect([onMerged, onFailed].map((mock) => mock.mock.calls.length)).toEqual([0, 0])
  })

  test.each([
    ['mine', { name: 'Mine', text: 'New' }],
    ['theirs', { name: 'Theirs', text: 'New' }],
  ] as const)('choosing %s keeps what only they changed, over their state', async (choice, form) => {
    const theirs = { name: 'Theirs', text: 'New', revision: 2 }
    const saving = await against(theirs, { name: 'Mine', text: 'Old' })
    expect(saving.now().choose({ name: choice })).toEqual({ form, over: theirs })
  })

  test('keeps editing when the question is closed', async () => {
    const saving = await against({ name: 'Theirs', text: 'Old', revision: 2 }, { name: 'Mine', text: 'Old' })
    await doing(() => saving.now().keepEditing())
    expect(saving.now().conflict).toBeNull()
    expect(saving.now().choose({ name: 'mine' })).toBeNull()
  })

  test('compares with an older base where the draft is older than the loaded state', async () => {
    const saving = await aSave(async () => ({ name: 'Older', text: 'Old' }))
    save.mockRejectedValueOnce(STALE)
    newest.mockResolvedValueOnce({ name: 'Theirs', text: 'Old', revision: 2 })
    // Against the loaded state no one else changed it: `Old` would be mine alone.
    await settled(saving, () => saving.now().save({ name: 'Old', text: 'Old' }, BASE))
    expect(saving.now().conflict?.parts).toEqual(['name'])
  })

  test('passes on other failures and keeps the question of none', async () => {
    const saving = await aSave()
    const broken = new Error('away')
    save.mockRejectedValueOnce(broken)
    await settled(saving, () => saving.now().save({ name: 'Mine', text: 'Old' }, BASE))
    expect(onFailed).toHaveBeenCalledExactlyOnceWith(broken)
    expect(saving.now().error).toBe(broken)
    expect(newest).not.toHaveBeenCalled()
  })

  test('stops after three merges in a row', async () => {
    save.mockRejectedValue(STALE)
    newest.mockImplementation(async () => ({ ...BASE, text: `${newest.mock.calls.length}`, revision: 2 }))
    const saving = await aSave()
    await doing(() => saving.now().save({ name: 'Mine', text: 'Old' }, BASE))
    await vi.waitFor(async () => {
      await doing(() => undefined)
      expect(save).toHaveBeenCalledTimes(4)
    })
    expect(newest).toHaveBeenCalledTimes(3)
    expect(onSaved).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalledExactlyOnceWith(STALE))
  })

  test('reports a failure where what was edited is gone', async () => {
    const saving = await aSave()
    save.mockRejectedValueOnce(STALE)
    newest.mockResolvedValueOnce(null)
    await settled(saving, () => saving.now().save({ name: 'Mine', text: 'Old' }, BASE))
    expect(onFailed).toHaveBeenCalledExactlyOnceWith(STALE)
    expect(saving.now().conflict).toBeNull()
  })
})
