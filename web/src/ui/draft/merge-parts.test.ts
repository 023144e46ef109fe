import { UserId } from '@caseloom/contract/kernel/ids'
import type { Grant, Sharing, SharingLevel } from '@caseloom/contract/kernel/sharing'
import { describe, expect, it } from 'vitest'
import { mergeParts } from './merge-parts.ts'

const grant = (n: number, level: SharingLevel = 'read'): Grant => ({
  to: { userId: UserId.parse(`01a200fb-ba03-70fc-8e5f-00000000000${n}`) },
  level,
})
const form = (name: string, sharing: Sharing) => ({ name, sharing })

describe('a form that two people changed', () => {
  const base = form('Asset', [grant(1), grant(2)])

  it('has the changes of both to different entries of its sharing list and to different parts', () => {
    const mine = form('Asset', [grant(1, 'manage'), grant(2), grant(3)])
    const theirs = form('New name', [grant(1), grant(4)])
    expect(mergeParts(base, mine, theirs)).toEqual({
      merged: form('New name', [grant(1, 'manage'), grant(4), grant(3)]),
      conflicts: [],
    })
  })

  it.each([
    ['gave the same entry other levels', [grant(1, 'use'), grant(2)], [grant(1, 'manage'), grant(2)]],
    ['changed an entry that the other removed', [grant(1, 'use'), grant(2)], [grant(2)]],
    ['opened to everyone what the other shared with one more', null, [grant(1), grant(2), grant(3)]],
  ] satisfies [string, Sharing, Sharing][])('is in conflict where one %s', (_what, mine, theirs) => {
    expect(mergeParts(base, form('Asset', mine), form('Asset', theirs)).conflicts).toEqual(['sharing'])
    expect(mergeParts(base, form('Asset', theirs), form('Asset', mine)).conflicts).toEqual(['sharing'])
  })

  it('is in conflict where both changed another part, and not where both made the same change', () => {
    const both = mergeParts(base, { ...base, name: 'A' }, { ...base, name: 'B' })
    expect(both).toEqual({ merged: { ...base, name: 'A' }, conflicts: ['name'] })
    expect(mergeParts(base, { ...base, name: 'A' }, { ...base, name: 'A' }).conflicts).toEqual([])
  })
})
