import { FieldInput, type Field } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import { describe, expect, it } from 'vitest'
import { isCaseField, observablesOf, taskProgress, tasksOf } from './case-text.ts'
import { clockOf, clockReading } from './clock-reading.ts'
import { linkedOf, linkedTitle, pickedText, readPicked, readPicks } from './linked-draft.ts'

const id = (at: number) => `0190a000-0000-7000-8000-${String(at).padStart(12, '0')}`
function aField(input: object): Field {
  return { ...FieldInput.parse({ key: 'f', label: 'F', ...input }), id: FieldId.parse(id(1)) }
}

describe('linked records', () => {
  const one = { id: id(2), appId: id(9), trackingId: 'CAS-7', title: 'Phishing wave' }
  const other = { id: id(3), appId: id(9), trackingId: 'CAS-8', title: '' }

  const picked = ({ id: own, trackingId, title }: typeof one) => ({ id: own, trackingId, title })

  it.each([
    [undefined, [], 0],
    ['CAS-7', [], 0],
    [[one, other], [one.id, other.id], 2],
    [{ items: [one], total: 9 }, [one.id], 9],
  ])('%#: are read from a value', (value, ids, total) => {
    const linked = linkedOf(value)
    expect(linked.items.map((item) => item.id)).toEqual(ids)
    expect(linked.total).toBe(total)
  })

  it('are called by their title, or by their tracking ID', () => {
    expect([one, other].map(linkedTitle)).toEqual(['Phishing wave', 'CAS-8'])
  })

  it('stand in a draft with their titles', () => {
    expect([one, other].map((each) => readPicked(pickedText(each)))).toEqual([one, other].map(picked))
    expect(readPicked('')).toBeNull()
  })

  it('are added and removed by sign', () => {
    const draft = [`+${pickedText(one)}`, `-${pickedText(other)}`, '+', pickedText(one)]
    expect(readPicks(draft)).toEqual({ add: [picked(one)], remove: [picked(other)] })
    expect(readPicks([])).toEqual({ add: [], remove: [] })
  })
})

describe('a clock', () => {
  const since = '2026-11-21T10:00:00.000Z'
  const stored = {
    state: 'running' as const,
    startedAt: since,
    stoppedAt: null,
    spent: 60,
    since,
    dueAt: '2026-11-21T10:09:00.000Z',
    warningAt: '2026-11-21T10:07:00.000Z',
    warnedAt: null,
    breachedAt: null,
  }
  const now = Date.parse('2026-11-21T10:02:00.000Z')
  const definition = { target: 600, warnAt: 80 }

  it('that has not started shows nothing', () => {
    expect(clockOf(null)).toBeNull()
    expect(clockReading(definition, null, now)).toEqual({
      word: 'idle',
      spent: 0,
      left: null,
      used: 0,
      dueAt: null,
    })
  })

  it.each([
    ['runs', definition, stored, { word: 'running', spent: 180_000, left: 420_000, used: 0.3 }],
    [
      'is paused',
      definition,
      { ...stored, state: 'paused' as const, since: null },
      { word: 'paused', spent: 60_000, left: 540_000, used: 0.1 },
    ],
    ['has no target', { warnAt: 80 }, stored, { word: 'running', spent: 180_000, left: null, used: 0 }],
    [
      'is past its target',
      { target: 120, warnAt: 80 },
      { ...stored, dueAt: '2026-11-21T10:01:00.000Z' },
      { word: 'overdue', spent: 180_000, left: -60_000, used: 1.5 },
    ],
  ])('%s', (_what, of, value, expected) => {
    const clock = clockOf(value)
    expect(clockReading(of, clock, now)).toEqual({ ...expected, dueAt: value.dueAt })
  })
})

describe('observables and tasks', () => {
  const task = (state: string) => ({
    id: id(5),
    title: 'Call',
    state,
    assignee: null,
    due: null,
    required: false,
    dependsOn: [],
    doneAt: null,
    doneBy: null,
  })
  const observable = {
    id: id(4),
    kind: 'domain',
    value: 'evil.example',
    tlp: 'red',
    ioc: true,
    sighted: false,
  }

  it('are read from a value, or none', () => {
    expect(observablesOf([observable])).toEqual([observable])
    expect(tasksOf([task('todo')])).toEqual([task('todo')])
    expect([observablesOf(null), observablesOf(['x']), tasksOf(undefined)]).toEqual([[], [], []])
  })

  it('have ended when done or skipped', () => {
    const tasks = tasksOf(['todo', 'doing', 'blocked', 'done', 'skipped'].map(task))
    expect(taskProgress(tasks)).toEqual({ over: 2, all: 5 })
    expect(taskProgress([])).toEqual({ over: 0, all: 0 })
  })

  it.each([
    ['observables', true],
    ['tasks', true],
    ['text', false],
    ['json', false],
  ])('have editors of their own: %s %s', (type, expected) => {
    expect(isCaseField(aField({ type }))).toBe(expected)
  })

  it('so do clocks', () => {
    const start = { field: 'state', op: 'notEmpty' }
    expect(isCaseField(aField({ type: 'clock', start, stop: start }))).toBe(true)
  })
})
