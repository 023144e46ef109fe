import { UserId } from '@caseloom/contract/ids'
import type { Grant, Sharing } from '@caseloom/contract/sharing'
import { describe, expect, it } from 'vitest'
import { saveMerged } from './save-merged.ts'

class Conflict extends Error {}
const isConflict = (error: unknown) => error instanceof Conflict

interface Stored {
  name: string
  sharing: Sharing
  revision: number
}
const grant = (n: number): Grant => ({
  to: { userId: UserId.parse(`01a200fb-ba03-70fc-8e5f-00000000000${n}`) },
  level: 'read',
})

/** Refuses what is older than the stored revision, as the server does. */
function aStore(first: Omit<Stored, 'revision'>) {
  let stored: Stored = { ...first, revision: 1 }
  return {
    current: () => stored,
    async save(form: Omit<Stored, 'revision'>, over: Stored): Promise<Stored> {
      if (over.revision !== stored.revision) throw new Conflict('Changed')
      stored = { ...form, revision: stored.revision + 1 }
      return stored
    },
  }
}
const formOf = ({ name, sharing }: Stored) => ({ name, sharing })

describe('two people who save the same form', () => {
  it('both find their entries of its sharing list stored', async () => {
    const store = aStore({ name: 'Asset', sharing: [grant(1)] })
    const base = store.current()
    const saveOf = (sharing: Sharing) =>
      saveMerged({
        base,
        mine: { name: 'Asset', sharing },
        formOf,
        save: store.save,
        isConflict,
        newest: async () => store.current(),
      })
    await saveOf([grant(1), grant(2)])
    await saveOf([grant(1), grant(3)])
    expect(store.current()).toEqual({ name: 'Asset', sharing: [grant(1), grant(2), grant(3)], revision: 3 })
  })

  it('are asked where both changed the same part, and nothing is overwritten', async () => {
    const store = aStore({ name: 'Asset', sharing: [] })
    const base = store.current()
    const rename = (name: string) =>
      saveMerged({
        base,
        mine: { name, sharing: [] },
        formOf,
        save: store.save,
        isConflict,
        newest: async () => store.current(),
      })
    await rename('One')
    await expect(rename('Two')).rejects.toBeInstanceOf(Conflict)
    expect(store.current().name).toBe('One')
  })

  it('learn that it is gone', async () => {
    const store = aStore({ name: 'Asset', sharing: [] })
    const base = store.current()
    await store.save({ name: 'Other', sharing: [] }, base)
    const gone = saveMerged({
      base,
      mine: formOf(base),
      formOf,
      save: store.save,
      isConflict,
      newest: async () => null,
    })
    await expect(gone).rejects.toBeInstanceOf(Conflict)
  })
})
