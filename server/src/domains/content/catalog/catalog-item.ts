import type { CatalogItem } from '@caseloom/contract/content/catalog'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { buildPermission, type PackageItem } from '../format/package-file.ts'
import { hashOf, type LocalItem } from '../local/local-item.ts'
import type { PlaybooksPort } from '../ports/content-deps.ts'
import { catalogState, type HereNow } from './catalog-state.rules.ts'
import type { Offer } from './catalog-offers.rules.ts'

/** What rows of a catalog are made of, as far as the actor sees the tenant. */
export interface Reading {
  local: ReadonlyMap<string, LocalItem>
  made: readonly { package: string; name: string; hash: string; made: string | null }[]
  connectors: ReadonlySet<string>
  assets: ReadonlySet<string>
  actor: Actor
  needsOf: PlaybooksPort['needsOf']
}

/** An offered item with its state in the tenant. */
export function catalogItem(offer: Offer, reading: Reading): CatalogItem {
  const { item, hash, stage, name } = offer
  const { kind, key, title, document } = item
  const here = reading.local.get(name)
  const isForeign = offer.starter !== null && offer.starter !== reading.actor.id
  const made = reading.made.filter((one) => one.name === name && one.package === offer.package.package)
  return {
    kind,
    key,
    title: isForeign ? (here?.title ?? title) : title,
    stage,
    package: offer.package,
    state: catalogState(hash, here === undefined ? null : hereNow(here), made),
    id: here?.id ?? null,
    parts: isForeign && here !== undefined ? partsHere(here) : partsOf(item),
    asks: kind === 'playbook' && asksPeople(document),
    lacks: kind === 'playbook' ? lacksOf(document, reading) : [],
    can: { use: !isForeign && offer.content.items.every((one) => builds(reading.actor, one)) },
  }
}

function builds(actor: Actor, { kind }: PackageItem): boolean {
  return may(actor, buildPermission(kind))
}

function hereNow({ source, portable }: LocalItem): HereNow {
  const isPlaybook = source.kind === 'playbook'
  return {
    hash: portable === null ? null : hashOf(portable.document),
    isDraft: isPlaybook && source.view.published === null,
    isOff: isPlaybook && source.view.isOff,
  }
}

/** Fields of what someone else imported as the actor sees them here. */
function partsHere({ kind, key, title, source }: LocalItem): number {
  if (source.kind === 'table') return source.view.columns.length
  if (source.kind === 'dashboard' || source.kind === 'homepage') return source.view.widgets.length
  if (source.kind === 'workspace') return source.view.apps.length + source.view.dashboards.length
  if (source.kind === 'report') return source.view.columns.length
  if (source.kind !== 'playbook') return source.view.fields.length
  const { published, draft } = source.view
  return partsOf({ kind, key, title, limits: {}, document: published ?? draft })
}

/** The members that list the parts of a definition. */
const PARTS = {
  app: ['fields'],
  applet: ['fields'],
  table: ['columns'],
  report: ['columns'],
  dashboard: ['widgets'],
  workspace: ['apps', 'dashboards'],
  homepage: ['widgets'],
} as const

function partsOf({ kind, document }: PackageItem): number {
  if (kind === 'playbook') return stepsIn(document['steps'] ?? null)
  const definition = document[kind]
  if (!isJsonObject(definition)) return 0
  return PARTS[kind].flatMap((member) => definition[member] ?? []).length
}

/** Steps with those in blocks. */
function stepsIn(value: JsonValue): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + stepsIn(one), 0)
  if (!isJsonObject(value)) return 0
  const own = typeof value['action'] === 'string' ? 1 : 0
  return Object.entries(value).reduce((sum, [name, part]) => sum + (name === 'with' ? 0 : stepsIn(part)), own)
}

function asksPeople(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(asksPeople)
  if (!isJsonObject(value)) return false
  const { action } = value
  return (typeof action === 'string' && action.startsWith('human.')) || Object.values(value).some(asksPeople)
}

function lacksOf(document: JsonObject, { connectors, assets, needsOf }: Reading): CatalogItem['lacks'] {
  const needs = needsOf(document)
  const missing = (kind: CatalogItem['lacks'][number]['kind'], keys: string[], there: ReadonlySet<string>) =>
    keys.filter((key) => !there.has(key)).map((key) => ({ kind, key }))
  return [...missing('connector', needs.connectors, connectors), ...missing('asset', needs.assets, assets)]
}
