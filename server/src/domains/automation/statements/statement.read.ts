import { createHash } from 'node:crypto'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { Statement, StatementAct, StatementPart } from '@caseloom/contract/kernel/statements'
import type { TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { ConnectorServices } from '../connectors/connector-services.ts'
import { actsAsInitiator } from '../run-model/run-actor.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { type Act, actsOf } from './statement.rules.ts'
import { type PublishedRow, publishedComponents } from './statement.store.ts'

export interface StatementDeps {
  apps: Pick<AppsDoor, 'getApp'>
  connectors?: ConnectorServices | undefined
}

/** A name that the reader may know of, with its id; null when they may not. */
type Named = { id: string; name: string } | null

interface Reader {
  deps: StatementDeps
  scope: TenantScope
  actor: Actor
  components: ReadonlyMap<string, PublishedRow>
}

/** Components that are called, directly or by others, each once. */
const MAX_COMPONENTS = 200

/**
 * What a published playbook and the components that it calls do, as the actor may know it; null when it does nothing
 * but compute. Its id changes with everything that the actor is shown except names.
 */
export async function statementOf(
  deps: StatementDeps,
  scope: TenantScope,
  actor: Actor,
  published: PublishedRow,
): Promise<Statement | null> {
  const components = await calledComponents(scope, published)
  const reader = { deps, scope, actor, components }
  const parts = [await partOf(reader, published, true)]
  for (const row of components.values()) {
    if (row.id === published.id) continue
    parts.push(await partOf(reader, row, false))
  }
  const shown = parts.filter(({ view }) => view.isMain || view.acts.length > 0)
  if (shown.every(({ view }) => view.acts.length === 0)) return null
  const facts = JSON.stringify(shown.map(({ hash }) => hash))
  const id = createHash('sha256').update(facts).digest('hex')
  return { id, parts: shown.map(({ view }) => view) }
}

async function calledComponents(
  scope: TenantScope,
  published: PublishedRow,
): Promise<Map<string, PublishedRow>> {
  const found = new Map<string, PublishedRow>()
  let keys = callsOf(published)
  while (keys.length > 0 && found.size < MAX_COMPONENTS) {
    const wanted = keys
    const rows = await scope.read((tx) => publishedComponents(tx, wanted))
    for (const row of rows) found.set(row.key, row)
    keys = [...new Set(rows.flatMap(callsOf))].filter((key) => !found.has(key))
  }
  return found
}

function callsOf({ document, actions }: PublishedRow): string[] {
  return actsOf(document, actions ?? []).flatMap(({ kind, of }) => (kind === 'runComponents' ? of : []))
}

interface Part {
  view: StatementPart
  /** What the id of the statement is made of: only what the reader is shown. */
  hash: JsonValue
}

async function partOf(reader: Reader, row: PublishedRow, isMain: boolean): Promise<Part> {
  const named = isMain ? { id: row.id, name: row.title } : componentName(reader, row)
  const permissions = actsAsInitiator(row.document) ? 'yours' : 'publisher'
  // What a closed component does as another user is not the reader's to know.
  const isShown = named !== null || permissions === 'yours'
  const acts = isShown ? actsOf(row.document, row.actions ?? []) : []
  const described = await Promise.all(acts.map((act) => describeAct(reader, act)))
  const view: StatementPart = {
    isMain,
    title: named?.name ?? null,
    permissions,
    publisher: named === null || row.publisher_name === '' ? null : row.publisher_name,
    acts: described.map(({ act }) => act),
  }
  const publisher = named === null ? null : row.published_by
  return { view, hash: [named?.id ?? null, permissions, publisher, described.map(({ hash }) => hash)] }
}

async function describeAct(reader: Reader, act: Act): Promise<{ act: StatementAct; hash: JsonValue }> {
  const named = await Promise.all(act.of.map((key) => nameOf(reader, act, key)))
  // Two keys, an id and a key for example, may be of the same app.
  const known = new Map(named.flatMap((one) => (one === null ? [] : [[one.id, one.name] as const])))
  const hidden = named.filter((one) => one === null).length
  const { kind, open } = act
  return {
    act: { kind, names: [...known.values()].toSorted((a, b) => a.localeCompare(b)), hidden, open },
    hash: [kind, [...known.keys()].toSorted(), hidden, open],
  }
}

async function nameOf(reader: Reader, { kind }: Act, key: string): Promise<Named> {
  switch (kind) {
    case 'callHosts':
      return { id: key, name: key }
    case 'useConnectors':
      return connectorName(reader, key)
    case 'runComponents': {
      const row = reader.components.get(key)
      return row === undefined ? null : componentName(reader, row)
    }
    default:
      return appName(reader, key)
  }
}

async function appName({ deps, scope, actor }: Reader, key: string): Promise<Named> {
  try {
    const { id, name } = await deps.apps.getApp(scope, actor, key)
    return { id, name }
  } catch (error) {
    if (isFailure(error, 'resource.not_found') || isFailure(error, 'right.missing')) return null
    throw error
  }
}

async function connectorName({ deps, scope, actor }: Reader, key: string): Promise<Named> {
  if (!may(actor, 'asset:use') && !may(actor, 'playbook:read')) return null
  const known = await deps.connectors?.keep.registry.findIn(scope, key)
  return { id: key, name: known?.title ?? key }
}

function componentName({ actor }: Reader, row: PublishedRow): Named {
  const isKnown = may(actor, 'playbook:read') && isSharedTo(actor, row.shared_with)
  return isKnown ? { id: row.id, name: row.title } : null
}
