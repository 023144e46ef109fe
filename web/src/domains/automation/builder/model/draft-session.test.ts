import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { type Answer, DraftSession } from './draft-session.ts'
import type { SavedDraft } from './saved-draft.ts'
import { mergeDocuments } from './merge.ts'

const step = (key: string, more: JsonObject = {}): JsonObject => ({ key, action: 'data.transform', ...more })
const base: JsonObject = {
  title: 'A',
  steps: [step('a'), step('b', { after: 'a', with: { one: 1, two: 2 } })],
}

describe('merging two edits of one document', () => {
  it('combines changes to different parts, also of one step', () => {
    const mine = {
      title: 'A',
      steps: [step('a'), step('b', { after: 'a', with: { one: 9, two: 2 } }), step('c')],
    }
    const theirs = {
      title: 'B',
      steps: [step('a'), step('n', { after: 'a' }), step('b', { after: 'n', with: { one: 1, two: 8 } })],
    }
    expect(mergeDocuments({ base, mine, theirs })).toEqual({
      document: {
        title: 'B',
        steps: [
          step('a'),
          step('n', { after: 'a' }),
          step('b', { after: 'n', with: { one: 9, two: 8 } }),
          step('c'),
        ],
      },
      conflicts: [],
    })
  })

  it('reports a conflict if both changed the same value, or one removed what the other changed', () => {
    const mine = { title: 'Mine', steps: [step('a')] }
    const theirs = {
      title: 'Theirs',
      steps: [step('a'), step('b', { after: 'a', with: { one: 7, two: 2 } })],
    }
    const merged = mergeDocuments({ base, mine, theirs })
    expect(merged.conflicts.map(({ id }) => id)).toEqual(['title', 'steps/b'])
    expect(merged.document).toEqual(mine)
    const chosen = mergeDocuments({ base, mine, theirs }, new Set(['steps/b']))
    expect(chosen.document).toEqual({ title: 'Mine', steps: theirs.steps })
  })
})

function aSession(stored: SavedDraft | null = null) {
  const sent: { revision: number; document: JsonObject }[] = []
  const answers: ((answer: Answer) => void)[] = []
  const timers: { run: () => void; ms: number }[] = []
  const keeps: (SavedDraft | null)[] = []
  const session = new DraftSession({ revision: 3, draft: base }, stored, {
    send: (revision, document) => {
      sent.push({ revision, document })
      return new Promise((resolve) => answers.push(resolve))
    },
    keep: (one) => keeps.push(one),
    later: (run, ms) => {
      const timer = { run, ms }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
    },
    now: () => 1_000,
  })
  const tick = () => timers.shift()?.run()
  const answer = async (one: Answer) => {
    answers.shift()?.(one)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { session, sent, keeps, timers, tick, answer }
}

const titled = (title: string): JsonObject => ({ ...base, title })

describe('draft of a playbook', () => {
  it('is stored in the browser immediately and sent once after a delay', async () => {
    const { session, sent, keeps, timers, tick, answer } = aSession()
    session.edit('Title', titled('AB'), 'title')
    session.edit('Title', titled('ABC'), 'title')
    expect(keeps.at(-1)).toMatchObject({ revision: 3, document: { title: 'ABC' }, base: { title: 'A' } })
    expect(timers).toHaveLength(1)
    tick()
    expect(sent).toEqual([{ revision: 3, document: titled('ABC') }])
    expect(session.state().state).toBe('sending')
    await answer({ kind: 'saved', saved: { revision: 4, draft: titled('ABC') } })
    expect(session.state()).toMatchObject({ state: 'saved', savedAt: 1_000, undo: 'Title' })
    expect(keeps.at(-1)).toBeNull()
  })

  it('sends text typed while saving, with the new revision', async () => {
    const { session, sent, tick, answer } = aSession()
    session.edit('Title', titled('B'))
    tick()
    session.edit('Title', titled('C'))
    tick()
    expect(sent).toHaveLength(1)
    await answer({ kind: 'saved', saved: { revision: 4, draft: titled('B') } })
    expect(session.state().state).toBe('waiting')
    tick()
    expect(sent[1]).toEqual({ revision: 4, document: titled('C') })
  })

  it('undoes and redoes typing in one field as one step', () => {
    const { session } = aSession()
    session.edit('Title', titled('B'), 'title')
    session.edit('Title', titled('BC'), 'title')
    session.edit('Add step', { ...titled('BC'), steps: [] })
    session.undo()
    expect(session.state()).toMatchObject({ document: titled('BC'), undo: 'Title', redo: 'Add step' })
    session.undo()
    expect(session.state()).toMatchObject({ document: base, undo: null, redo: 'Title' })
    session.redo()
    expect(session.document).toEqual(titled('BC'))
  })

  it('retries with increasing delays while the server is unreachable', async () => {
    const { session, timers, tick, answer, sent } = aSession()
    session.edit('Title', titled('B'))
    tick()
    await answer({ kind: 'away', reason: 'offline' })
    expect(session.state()).toMatchObject({ state: 'away', reason: 'offline' })
    expect(timers[0]?.ms).toBe(2_000)
    tick()
    await answer({ kind: 'away', reason: 'offline' })
    expect(timers[0]?.ms).toBe(4_000)
    expect(sent).toHaveLength(2)
  })

  it("merges another user's save, and undo leaves theirs in place", async () => {
    const { session, tick, answer, sent } = aSession()
    const added = {
      ...base,
      steps: [step('a'), step('b', { after: 'a', with: { one: 1, two: 2 } }), step('mine')],
    }
    session.edit('Add step', added)
    tick()
    await answer({ kind: 'behind', theirs: { revision: 7, draft: titled('Theirs') } })
    expect(session.document).toEqual({ ...added, title: 'Theirs' })
    expect(session.state()).toMatchObject({ takenIn: 1, state: 'waiting' })
    tick()
    expect(sent[1]).toEqual({ revision: 7, document: { ...added, title: 'Theirs' } })
    session.undo()
    expect(session.document).toEqual(titled('Theirs'))
  })

  it('reports a conflict, sends nothing until resolved, and continues with the choice', async () => {
    const { session, timers, tick, answer, sent } = aSession()
    session.edit('Title', titled('Mine'))
    tick()
    await answer({ kind: 'behind', theirs: { revision: 7, draft: titled('Theirs') } })
    expect(session.state()).toMatchObject({
      state: 'conflict',
      conflict: { conflicts: [{ id: 'title', mine: 'Mine', theirs: 'Theirs' }] },
    })
    expect(timers).toHaveLength(0)
    expect(await session.flush()).toBe(false)
    session.resolve(new Set(['title']))
    expect(session.state()).toMatchObject({ state: 'saved', conflict: null, document: titled('Theirs') })
    expect(sent).toHaveLength(1)
  })

  it('restores what this browser stored, on top of the current server version', () => {
    const stored = { revision: 2, base: titled('Old'), document: { ...titled('Old'), output: 1 }, at: '' }
    const { session, timers } = aSession(stored)
    expect(session.document).toEqual({ ...base, output: 1 })
    expect(timers).toHaveLength(1)
  })

  it('reports whether the server has everything', async () => {
    const { session, answer } = aSession()
    session.edit('Title', titled('B'))
    const flushed = session.flush()
    await Promise.resolve()
    await answer({ kind: 'refused', reason: 'no key' })
    expect(await flushed).toBe(false)
    expect(session.state()).toMatchObject({ state: 'refused', reason: 'no key' })
  })
})
