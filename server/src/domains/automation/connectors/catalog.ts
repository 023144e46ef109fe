import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { type ActionSpec, builtInActions, type SpecCatalog, extendCatalog } from '@caseloom/playbook/actions'
import { inputSchema } from '@caseloom/playbook/step-input'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { usesOf } from '../assets/asset-uses.rules.ts'
import { enabledActions } from '../registry/connector.store.ts'
import type { ConnectorRegistry } from '../registry/registry.ts'
import { httpSpec, requiredOf, type StoredSpec, specOf } from '../registry/stored-spec.ts'

/** What steps of a tenant may do besides the language's own actions. */
export interface ActionCatalog {
  /** Specs of the connectors' actions that a document uses, as they are now. */
  specsFor(scope: TenantScope, document: JsonValue): Promise<StoredSpec[]>
  /** All connectors and actions of a tenant. */
  catalogOf(scope: TenantScope): Promise<SpecCatalog>
  /** With those actions of the language that this installation can do. */
  list(scope: TenantScope, isDone: (name: string) => boolean): Promise<ActionView[]>
}

interface Listed {
  connector: { key: string; title: string }
  spec: StoredSpec
}

export function createCatalog(registry: ConnectorRegistry): ActionCatalog {
  const ready = [...registry.ready.values()].flatMap(({ key, title, actions, auth }) => {
    const asset = { connector: key, required: !auth.some(({ kind }) => kind === 'none') }
    return actions.map((action): Listed => ({ connector: { key, title }, spec: httpSpec(action, asset) }))
  })
  const readyByName = new Map(ready.map(({ spec }) => [spec.name, spec]))
  const builtIns = [...builtInActions.values()].map(builtInView)
  const listed = async (scope: TenantScope) => [
    ...ready,
    ...(await scope.read((tx) => tenantSpecs(tx, null))),
  ]
  return {
    async specsFor(scope, document) {
      if (typeof document !== 'object' || document === null || Array.isArray(document)) return []
      const names = [...new Set(usesOf(document).flatMap(({ action }) => action ?? []))]
      const foreign = names.filter((name) => !builtInActions.has(name))
      const known = foreign.flatMap((name) => readyByName.get(name) ?? [])
      const others = foreign.filter((name) => !readyByName.has(name))
      if (others.length === 0) return known
      const own = await scope.read((tx) => tenantSpecs(tx, others))
      return [...known, ...own.map(({ spec }) => spec)]
    },
    async catalogOf(scope) {
      return extendCatalog(
        builtInActions,
        (await listed(scope)).map(({ spec }) => specOf(spec)),
      )
    },
    async list(scope, isDone) {
      const outside = (view: ActionView) => view.kind === 'effect' || view.kind === 'listen'
      return [
        ...builtIns.filter((view) => !outside(view) || isDone(view.name)),
        ...(await listed(scope)).map(connectorView),
      ]
    },
  }
}

async function tenantSpecs(tx: TenantTx, names: readonly string[] | null): Promise<Listed[]> {
  const rows = await enabledActions(tx, names)
  return rows.map(({ connector, connectorTitle, name, title, description, spec: plan }) => {
    const asset = { connector, required: false }
    const stored: StoredSpec =
      plan.kind === 'http'
        ? httpSpec(plan.action, asset)
        : {
            name,
            title,
            description,
            input: plan.input,
            required: requiredOf(plan.input),
            output: plan.output,
            asset,
            timeoutMs: 60_000,
          }
    return { connector: { key: connector, title: connectorTitle }, spec: stored }
  })
}

function builtInView(spec: ActionSpec): ActionView {
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description ?? null,
    kind: spec.kind,
    connector: null,
    input: plain(inputSchema(spec)),
    output: spec.output === undefined ? null : plain(spec.output),
    lazy: [...(spec.lazy ?? [])],
    required: [...(spec.required ?? [])],
    local: spec.local ?? null,
    asset: spec.asset ?? null,
    timeoutMs: spec.timeoutMs ?? 60_000,
  }
}

function connectorView({ connector, spec }: Listed): ActionView {
  const { name, title, description, input, output, required, asset, timeoutMs } = spec
  return {
    name,
    title,
    description,
    kind: 'effect',
    connector,
    input,
    output,
    lazy: [],
    required,
    local: null,
    asset,
    timeoutMs,
  }
}

/** A schema as sent over HTTP, without undefined members. */
function plain(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject // what JSON.parse answers for an object
}
