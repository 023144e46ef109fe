import { UserId } from '@caseloom/contract/kernel/ids'
import type { Grant, SharingLevel } from '@caseloom/contract/kernel/sharing'
import { describe, expect, it } from 'vitest'
import { isSameSharing, rebaseSharing } from './rebase-sharing.ts'

const grant = (n: number, level: SharingLevel = 'read'): Grant => ({
  to: { userId: UserId.parse(`01a200fb-ba03-70fc-8e5f-00000000000${n}`) },
  level,
})

describe('two people who change the same sharing', () => {
  const base = [grant(1), grant(2)]

  it('lose nothing that only one of them changed', () => {
    const mine = [grant(1, 'manage'), grant(3)]
    const theirs = [grant(1), grant(2), grant(4)]
    expect(rebaseSharing(base, mine, theirs)).toEqual([grant(1, 'manage'), grant(4), grant(3)])
    expect(rebaseSharing(base, [...base, grant(3)], [grant(2, 'manage')])).toEqual([
      grant(2, 'manage'),
      grant(3),
    ])
  })

  it('see the last word of the one who applies where both changed the same grant', () => {
    expect(rebaseSharing(base, [grant(1, 'use'), grant(2)], [grant(1, 'manage'), grant(2)])).toEqual([
      grant(1, 'use'),
      grant(2),
    ])
    expect(rebaseSharing(base, [grant(1, 'use'), grant(2)], [grant(2)])).toEqual([grant(2), grant(1, 'use')])
  })

  it('keep what is open to everyone apart from what is shared with some', () => {
    expect(rebaseSharing(base, base, null)).toBeNull()
    expect(rebaseSharing(base, null, [...base, grant(3)])).toBeNull()
    expect(rebaseSharing(null, [grant(1)], [grant(2)])).toEqual([grant(1)])
  })
})

it('a sharing is the same in any order', () => {
  expect(isSameSharing([grant(1), grant(2)], [grant(2), grant(1)])).toBe(true)
  expect(isSameSharing([grant(1)], [grant(1, 'use')])).toBe(false)
  expect(isSameSharing([], null)).toBe(false)
})
