import { describe, expect, it } from 'vitest'
import { searchOf, shownOf, toggledKind } from './shown.ts'

describe('what a timeline shows', () => {
  it.each([
    [{}, {}],
    [{ kind: 'sla' }, { kind: 'sla' }],
    [
      { kind: 'tasks,attack,nonsense', view: 'lanes' },
      { kind: 'attack,tasks', view: 'lanes' },
    ],
    [
      { by: 'ana', clock: 'recorded' },
      { by: 'ana', clock: 'recorded' },
    ],
    [{ clock: 'other', view: 'other' }, {}],
  ])('is read from the address %o and written to it', (search, written) => {
    expect(searchOf(shownOf(search))).toEqual({ tab: 'timeline', ...written })
  })

  it('combines kinds', () => {
    expect(toggledKind(['tasks'], 'attack')).toEqual(['attack', 'tasks'])
    expect(toggledKind(['attack', 'tasks'], 'attack')).toEqual(['tasks'])
  })
})
