import { describe, expect, it } from 'vitest'
import { createBatcher } from './micro-batcher.ts'

describe('a natural batch', () => {
  it('takes what came while the batch before was under way, each item with its own result', async () => {
    const batches: number[][] = []
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const batch = createBatcher<number, number>({
      limit: 10,
      async work(items) {
        batches.push([...items])
        await gates[batches.length - 1]?.promise
        return items.map((item) => item * 2)
      },
    })
    const first = batch.add(1)
    await expect.poll(() => batches.length).toBe(1)
    const rest = [batch.add(2), batch.add(3)]
    gates[0]?.resolve()
    expect(await first).toBe(2)
    gates[1]?.resolve()
    expect(await Promise.all(rest)).toEqual([4, 6])
    expect(batches).toEqual([[1], [2, 3]])
  })

  it('lets patient items ride with an urgent one, and goes without one after a while', async () => {
    const batches: string[][] = []
    const batch = createBatcher<string, string>({
      limit: 10,
      patienceMs: 30,
      work: async (items) => {
        batches.push([...items])
        return items
      },
    })
    const patient = batch.add('patient', true)
    await batch.add('urgent')
    await patient
    await batch.add('alone', true)
    expect(batches).toEqual([['patient', 'urgent'], ['alone']])
  })

  it('rejects the items of a broken batch and continues with the next', async () => {
    let broken = true
    const batch = createBatcher<number, number>({
      limit: 10,
      work: async (items) => {
        if (broken) throw new Error('away')
        return [...items]
      },
    })
    await expect(batch.add(1)).rejects.toThrow('away')
    broken = false
    expect(await batch.add(2)).toBe(2)
    await batch.drained()
  })
})
