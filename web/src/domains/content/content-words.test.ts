import type { InstallItem } from '@caseloom/contract/content/packages'
import { expect, test } from 'vitest'
import { isUndecided, packageKeyOf, stateWord } from './content-words.ts'

test.each([
  ['Phishing triage', 'phishing-triage'],
  ['  2. Équipe Übung & more! ', 'equipe-ubung-more'],
  ['!!!', ''],
])('makes the key of a package from the name %j', (name, key) => {
  expect(packageKeyOf(name)).toBe(key)
})

test('says what became of an import', () => {
  const word = (state: 'done' | 'undone' | 'running', outcome: 'succeeded' | 'partial' | 'failed' | null) =>
    stateWord({ state, outcome }, (key) => key)
  expect(word('running', null)).toBe('states.running')
  expect(word('done', 'succeeded')).toBe('states.done')
  expect(word('done', 'partial')).toBe('states.partial')
  expect(word('undone', 'partial')).toBe('states.undonePartly')
})

test('waits for a decision about conflicts only', () => {
  const item = (change: InstallItem['change']): InstallItem => ({
    kind: 'app',
    key: 'alert',
    title: 'Alert',
    change,
    reason: null,
    decision: null,
    state: 'planned',
    notes: [],
    at: null,
    id: null,
  })
  expect(isUndecided(item('conflict'), {})).toBe(true)
  expect(isUndecided(item('conflict'), { 'app/alert': 'keep' })).toBe(false)
  expect(isUndecided(item('change'), {})).toBe(false)
})
