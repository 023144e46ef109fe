import { expect, test, vi } from 'vitest'
import { doing, endHooksAfterEach, renderHook } from '../testing/render-hook.ts'
import { useSettingsDraft } from './use-settings-draft.ts'

endHooksAfterEach()

interface Stored {
  name: string
  revision: number
}

const aDraft = () =>
  renderHook(
    () =>
      useSettingsDraft({
        loaded: { name: 'Old', revision: 1 },
        draftOf: ({ name }: Stored) => ({ name }),
        faultsOf: ({ name }): Record<string, string> => (name === '' ? { name: 'Missing' } : {}),
      }),
    { props: null },
  )

test('is changed until the edit begins with what was saved', async () => {
  const draft = await aDraft()
  await doing(() => draft.now().edit({ name: 'New' }))
  expect(draft.now()).toMatchObject({ isDirty: true, draft: { name: 'New' }, base: { name: 'Old' } })
  await doing(() => draft.now().begin({ name: 'New', revision: 2 }, { name: 'New' }))
  expect(draft.now()).toMatchObject({ isDirty: false, base: { revision: 2 } })
})

test('continues only without faults, and forgets an earlier failure', async () => {
  const draft = await aDraft()
  const go = vi.fn<() => void>()
  await doing(() => draft.now().setFailure({ text: 'Not saved' }))
  await doing(() => draft.now().check({ name: '' }, go))
  expect(draft.now()).toMatchObject({ faults: { name: 'Missing' }, failure: null })
  expect(go).not.toHaveBeenCalled()
  await doing(() => draft.now().check({ name: 'New' }, go))
  expect(draft.now().faults).toEqual({})
  expect(go).toHaveBeenCalledOnce()
})
