import type { AppView } from '@caseloom/contract/apps/apps'
import type { World } from './grammar.rules.ts'
import { approvalsSubject, playbooksSubject, runsSubject, tasksSubject } from './other-subjects.rules.ts'
import { filterOf, type Query } from './query.rules.ts'
import { readAlone } from './read-question.rules.ts'
import { subjectOf } from './subject.rules.ts'
import { lemmasOf, tokensOf } from './tokens.rules.ts'
import { readFileSync } from 'node:fs'

const STARTER = new URL('../../installer/starter/', import.meta.url)
const APPS = ['alert', 'case', 'asset', 'observable-intel'].map((name) => {
  const { app } = JSON.parse(readFileSync(new URL(`${name}.app.json`, STARTER), 'utf8')) as { app: AppView } // a file of ours
  return { ...app, id: app.key } as AppView // ids as the references of the files have them
})
const people = ['Alice Adams', 'Bob Brandt', 'Carla Castro', 'Deniz Demir'].map((name) => ({
  id: name.split(' ')[0]?.toLowerCase() ?? '',
  name,
}))
const known = (field: string, ...values: string[]) =>
  values.map((value) => ({ field, value, lemmas: lemmasOf(value.replaceAll(/[_-]/g, ' ')) }))
/** The starter apps, four people and a few values, as questions see them; it is a Monday morning. */
export const WORLD: World = {
  subjects: [
    ...APPS.map((app) => subjectOf(app, app.fields, new Set())),
    runsSubject([{ id: 'p1', key: 'github-security-alert', title: 'GitHub security alert intake' } as never]), // an id is any text here
    tasksSubject(),
    approvalsSubject(),
    playbooksSubject(),
  ],
  people,
  groups: [{ id: 'blue', name: 'Blue' }],
  figures: [],
  // A Monday.
  clock: { now: new Date('2026-11-23T06:00:00Z'), zone: 'UTC' },
  values: new Map([
    ['alert', [...known('source', 'Mail gateway', 'github'), ...known('event', 'impossible_travel')]],
  ]),
}

/** A query in one line: app, conditions, and what else it says. */
export function line(query: Query | null): string | null {
  if (query === null) return null
  const filter = filterOf(query)
  const conditions = filter !== null && 'all' in filter ? filter.all.map((one) => JSON.stringify(one)) : []
  const { text, sort, limit, show, measure, group, step, most, compare } = query
  return [
    query.subject.key,
    ...conditions.map((one) =>
      one
        .replaceAll('"', '')
        .replace(/^\{field:(.*)\}$/, '$1')
        .replaceAll(/,?(op|value):/g, ' '),
    ),
    ...(text === '' ? [] : [`“${text}”`]),
    ...(sort === null ? [] : [`sort ${sort.field.key} ${sort.direction}`]),
    ...(limit === null ? [] : [`limit ${limit}`]),
    ...(show === 'list' ? [] : [show]),
    ...(measure === null ? [] : [`${measure.of} ${measure.field.key}`]),
    ...(group === null ? [] : [`by ${group.key}`]),
    ...(step === null ? [] : [`per ${step}`]),
    ...(most === null ? [] : [`most ${most}`]),
    ...(compare === null ? [] : [`${compare.field}: ${compare.now.label} / ${compare.before.label}`]),
  ]
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .join(' | ')
}

/** How a single question is read, in one line; null when it's declined. */
export const read = (question: string) => line(readAlone(tokensOf(question), WORLD).query)
