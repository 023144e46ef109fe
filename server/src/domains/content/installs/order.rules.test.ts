import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { expect, test } from 'vitest'
import type { PackageItem } from '../format/package-file.ts'
import { inOrder } from './order.rules.ts'

const item = (kind: PackageItem['kind'], key: string, document: JsonObject): PackageItem => ({
  kind,
  key,
  title: key,
  limits: {},
  document,
})
const app = (key: string, refers: string[] = [], links: string[] = []) =>
  item('app', key, {
    app: {
      fields: [{ key: 'title' }, ...refers.map((to) => ({ key: to, app: to }))],
      applets: links.map((applet) => ({ applet })),
    },
  })
const applet = (key: string, refers: string[] = []) =>
  item('applet', key, { applet: { fields: refers.map((to) => ({ key: to, app: to })) } })
const playbook = (key: string, calls: string[] = [], named: string[] = [], tables: string[] = []) =>
  item('playbook', key, { calls, tables, steps: named.map((one) => ({ with: { app: one } })) })
const workspace = (key: string, apps: string[], dashboards: string[]) =>
  item('workspace', key, { workspace: { apps, dashboards } })
const report = (key: string, of: string, filter: JsonValue = null) =>
  item('report', key, { report: { app: of, filter } })
const homePage = (key: string, shows: string) =>
  item('homepage', key, {
    homepage: { widgets: [{ kind: 'dashboard', dashboard: shows }, { kind: 'queue' }] },
  })
const dashboard = (key: string, of: string) =>
  item('dashboard', key, { dashboard: { widgets: [{ app: of }] } })
const table = (key: string) => item('table', key, { table: { key } })

const named = (keys: JsonValue | undefined) =>
  Array.isArray(keys) ? keys.map((key) => ({ key: String(key), place: '' })) : []
const needsOf = ({ calls, tables }: JsonObject) => ({
  connectors: [],
  assets: [],
  playbooks: named(calls),
  tables: named(tables),
})

test.each<[string, PackageItem[], string[]]>([
  ['references', [app('a', ['b']), app('b')], ['b', 'a']],
  ['links of applets', [app('a', [], ['x']), applet('x')], ['x', 'a']],
  ['calls and named apps', [playbook('p', ['q'], ['a']), playbook('q'), app('a')], ['q', 'a', 'p']],
  ['an app that refers to itself', [app('a', ['a'])], ['a (title)', 'a']],
  ['apps that refer to each other', [app('a', ['b']), app('b', ['a'])], ['a (title)', 'b', 'a']],
  [
    'an applet of the app that it refers to',
    [app('a', [], ['x']), applet('x', ['a'])],
    ['a (title)', 'x', 'a'],
  ],
  ['playbooks that call each other', [playbook('p', ['q']), playbook('q', ['p'])], ['p', 'q']],
  ['the tables of a playbook', [playbook('p', [], [], ['t']), table('t')], ['t', 'p']],
  [
    'the contents of a workspace',
    [workspace('w', ['a'], ['d']), dashboard('d', 'a'), app('a')],
    ['a', 'd', 'w'],
  ],
  ['the dashboard of a home page', [homePage('h', 'd'), dashboard('d', 'x')], ['d', 'h']],
  [
    'the apps of a saved view',
    [report('v', 'a', { not: { has: 'b.to' } }), app('b'), app('a')],
    ['b', 'a', 'v'],
  ],
  ['what is not in the package', [app('a', ['elsewhere'])], ['a']],
])('puts what is needed first: %s', (_what, items, order) => {
  const steps = inOrder(items, needsOf)
  expect(steps.map((step) => `${step.item.key}${step.isWhole ? '' : ' (title)'}`)).toEqual(order)
})

test('a table comes before the app and the applet whose form logic asks it', () => {
  const when = { any: [{ field: 'title', op: 'notInTable', table: 'own' }] }
  const workflow = { stages: [{ branches: [{ rules: [{ when }] }] }] }
  const [letters, parts] = [
    item('app', 'letters', { app: { workflow } }),
    item('applet', 'parts', { applet: { workflow } }),
  ]
  const steps = inOrder([letters, parts, table('own')], needsOf)
  expect(steps.map(({ item: one }) => one.key)).toEqual(['own', 'letters', 'parts'])
  expect(steps.every(({ isWhole }) => isWhole)).toBe(true)
})
