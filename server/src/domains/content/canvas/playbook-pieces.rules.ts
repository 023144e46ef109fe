import { builtInActions } from '@caseloom/playbook/actions'
import type { Use } from '../ports/canvas-deps.ts'
import { Activity } from './activity.rules.ts'
import type { CanvasMap } from './canvas-map.ts'
import type { Seen, SeenPlaybook, SeenTrigger } from './seen.ts'

/** Actions that change the records or rows that they name; all others read them. */
const WRITING = /^(?:record\.(?!get|search)|clock\.|observable\.(?!check)|table\.(?!lookup)|file\.write)/
/** What begins inside the product isn't a source of its own: the app or playbook is. */
const INSIDE = new Set(['record', 'button', 'failure'])

interface Around {
  map: CanvasMap
  seen: Seen
  activity: Activity
  apps: ReadonlyMap<string, Seen['apps'][number]>
  byKey: ReadonlyMap<string, SeenPlaybook>
  tables: ReadonlyMap<string, string>
  assets: ReadonlyMap<string, Seen['assets'][number]>
  connectors: ReadonlyMap<string, Seen['connectors'][number]>
}

/** Playbooks with their triggers and all that their steps name. */
export function addPlaybooks(map: CanvasMap, seen: Seen): void {
  const around: Around = {
    map,
    seen,
    activity: new Activity(seen.activity),
    apps: new Map(seen.apps.flatMap((app) => [[app.key, app] as const, [String(app.id), app] as const])),
    byKey: new Map(seen.playbooks.map((one) => [one.key, one])),
    tables: new Map(seen.tables.map(({ key, id }) => [key, `table:${id}`])),
    assets: new Map(seen.assets.map((one) => [one.key, one])),
    connectors: new Map(seen.connectors.map((one) => [one.key, one])),
  }
  for (const playbook of seen.playbooks)
    map.add({
      id: nodeOf(playbook),
      kind: 'playbook',
      ref: playbook.id,
      name: playbook.title,
      detail: playbook.key,
      state: !playbook.isPublished ? 'draft' : playbook.isOff ? 'off' : 'ready',
      activity: around.activity.ofPlaybook(playbook.id),
    })
  for (const asset of seen.assets) addAsset(around, asset)
  for (const playbook of seen.playbooks) {
    for (const trigger of playbook.triggers) addTrigger(around, playbook, trigger)
    for (const use of playbook.uses) if (!isTrigger(use)) addStep(around, playbook, use)
  }
}

function addAsset({ map, connectors }: Around, asset: Seen['assets'][number]): void {
  const isFailing = asset.state !== 'works' && asset.state !== 'untested'
  const from = map.add({
    id: `asset:${asset.id}`,
    kind: 'asset',
    ref: asset.id,
    name: asset.name,
    detail: asset.connector.title,
    state: isFailing ? 'failing' : 'ready',
  })
  const connector = connectors.get(asset.connector.key)
  if (connector !== undefined) map.connect({ from, to: addConnector(map, connector), link: 'uses' })
}

function addConnector(map: CanvasMap, { key, title, icon }: Seen['connectors'][number]): string {
  return map.add({ id: `connector:${key}`, kind: 'connector', ref: key, name: title, icon })
}

function addTrigger(around: Around, playbook: SeenPlaybook, { key, kind, title, isOff }: SeenTrigger): void {
  const { map, activity } = around
  const to = nodeOf(playbook)
  const use = playbook.uses.find(({ place }) => place === `trigger ${key}`)
  const runs = activity.ofTrigger(playbook.id, key)
  const common = { to, places: [title], activity: runs }
  if (use !== undefined) useAsset(around, playbook, use)
  const app = isPlain(use?.app) ? use.app : null
  const others = use?.playbooks ?? []
  if (kind === 'failure' && others.length > 0) {
    for (const other of others) map.connect({ ...common, from: playbookNode(around, other), link: 'fails' })
    return
  }
  if (INSIDE.has(kind) && app !== null) {
    const from = appNode(around, app) ?? map.addMissing('app', app)
    map.connect({ ...common, from, link: 'starts', fields: labelsOf(around, app, use?.fields ?? []) })
    return
  }
  const id = `trigger:${playbook.id}/${key}`
  const state = isOff ? 'off' : playbook.isPublished ? 'ready' : 'draft'
  map.add({ id, kind: 'trigger', ref: playbook.id, name: title, detail: kind, state, activity: runs })
  map.connect({ ...common, from: id, link: 'starts' })
}

function addStep(around: Around, playbook: SeenPlaybook, use: Use): void {
  const { map, activity, tables } = around
  const from = nodeOf(playbook)
  const places = [use.place]
  const steps = activity.ofSteps(playbook.id, places)
  const link = use.action !== null && WRITING.test(use.action) ? 'writes' : 'reads'
  if (isPlain(use.app)) {
    const to = appNode(around, use.app) ?? map.addMissing('app', use.app)
    const fields = labelsOf(around, use.app, use.fields)
    addTo(around, playbook, { from, to, link, places, fields })
  }
  if (isPlain(use.table)) {
    const to = tables.get(use.table) ?? map.addMissing('table', use.table)
    addTo(around, playbook, { from, to, link, places })
  }
  for (const called of use.playbooks) {
    const other = around.byKey.get(called)
    const calls = other === undefined ? steps : activity.ofCalls(other.id, playbook.id)
    map.connect({ from, to: playbookNode(around, called), link: 'calls', places, activity: calls })
  }
  useAsset(around, playbook, use)
  for (const person of use.people) {
    const to = peopleNode(around, person)
    if (to !== null) addTo(around, playbook, { from, to, link: 'asks', places })
  }
}

/** What a step names outside: its asset, or else the connector of its action. */
function useAsset(around: Around, playbook: SeenPlaybook, use: Use): void {
  const { map, assets, connectors, seen } = around
  const from = nodeOf(playbook)
  const places = [use.place]
  if (isPlain(use.asset)) {
    const asset = assets.get(use.asset)
    if (asset === undefined && !seen.sees.assets) return
    const to = asset === undefined ? map.addMissing('asset', use.asset) : `asset:${asset.id}`
    addTo(around, playbook, { from, to, link: 'uses', places })
    return
  }
  if (!isPlain(use.action) || builtInActions.has(use.action)) return
  const key = use.action.split('.', 1)[0] ?? use.action
  const connector = connectors.get(key)
  if (connector === undefined && !seen.sees.assets) return
  const to = connector === undefined ? map.addMissing('connector', key) : addConnector(map, connector)
  addTo(around, playbook, { from, to, link: 'uses', places })
}

type Line = Parameters<CanvasMap['connect']>[0] & { places: string[] }

/** Failures of an edge are those of all steps that make it. */
function addTo({ map, activity }: Around, playbook: SeenPlaybook, line: Line): void {
  const edge = map.connect(line)
  edge.activity = activity.ofSteps(playbook.id, edge.places)
}

function playbookNode({ map, byKey }: Around, key: string): string {
  const known = byKey.get(key)
  return known === undefined ? map.addMissing('playbook', key) : nodeOf(known)
}

function appNode({ apps }: Around, name: string): string | null {
  const app = apps.get(name)
  return app === undefined ? null : `app:${app.id}`
}

function labelsOf({ apps }: Around, name: string, keys: readonly string[]): string[] {
  const fields = apps.get(name)?.fields ?? []
  return fields.flatMap(({ key, label }) => (keys.includes(key) ? [label] : []))
}

/** Someone whose name isn't known isn't missing: email addresses name users, too. */
function peopleNode({ map, seen }: Around, { kind, name }: Use['people'][number]): string | null {
  const wanted = name.trim().toLowerCase()
  const found = seen.principals[kind].find(
    (one) => one.id.toLowerCase() === wanted || one.name.toLowerCase() === wanted,
  )
  if (found === undefined) return null
  return map.add({
    id: `people:${found.id}`,
    kind: 'people',
    name: found.name,
    detail: kind.slice(0, -1),
  })
}

function nodeOf({ id }: Pick<SeenPlaybook, 'id'>): string {
  return `playbook:${id}`
}

function isTrigger({ place }: Use): boolean {
  return place.startsWith('trigger ')
}

/** Names that are worked out in a run are known only then. */
function isPlain(name: string | null | undefined): name is string {
  return typeof name === 'string' && name !== '' && !name.includes('{%')
}
