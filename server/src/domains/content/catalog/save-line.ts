import {
  type LineCreate,
  type LineUpdate,
  MAX_LINES,
  type ProductLine,
} from '@caseloom/contract/content/catalog'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { lastInstalls } from '../installs/install.store.ts'
import type { ContentDeps, Library } from '../ports/content-deps.ts'
import { catalogPackages } from './catalog-packages.ts'
import { holdLines, putLine, removeLine, storedLines } from './line.store.ts'
import { isBuiltIn, type Line, linesOf, lineView } from './lines.rules.ts'

interface Asker {
  actor: Actor
  ip: string | null
}

/** Adds a product line. @throws name.taken, request.invalid for packages that aren’t there */
export async function createLine(
  deps: ContentDeps,
  scope: TenantScope,
  by: Asker,
  { key, name, packages }: LineCreate,
): Promise<ProductLine> {
  allow(by.actor, 'content:import')
  const library = await deps.library()
  return scope.tx(async (tx) => {
    const { lines, known } = await heldLines(tx, library)
    if (lines.some((line) => line.key === key))
      throw fail('name.taken', { issues: [{ path: ['body', 'key'], code: 'taken', message: TAKEN }] })
    if (lines.length >= MAX_LINES)
      throw fail('quota.reached', { detail: `A tenant has up to ${MAX_LINES} lines` })
    const line = { key, name, packages: chosenOf(packages, known) }
    await putLine(tx, { ...line, deleted: false })
    await auditLine(tx, by, { action: 'content.line_created', key, name })
    return lineView({ ...line, isFixed: false }, known)
  })
}

const TAKEN = 'Another product line has this key'

/** Renames a line or chooses its packages. @throws resource.not_found, right.missing for the vendor’s own */
export async function updateLine(
  deps: ContentDeps,
  scope: TenantScope,
  by: Asker,
  { key, ...change }: LineUpdate & { key: string },
): Promise<ProductLine> {
  allow(by.actor, 'content:import')
  const library = await deps.library()
  return scope.tx(async (tx) => {
    const { lines, stored, known } = await heldLines(tx, library)
    const before = changeable(lines, key)
    const own = stored.find((line) => line.key === key)?.packages ?? null
    const packages = change.packages === undefined ? own : chosenOf(change.packages, known)
    const name = change.name ?? before.name
    await putLine(tx, { key: before.key, name, packages, deleted: false })
    await auditLine(tx, by, { action: 'content.line_updated', key, name })
    return lineView({ ...before, name, packages: packages ?? before.packages }, known)
  })
}

/** Deletes a line. @throws resource.not_found, right.missing for the vendor’s own */
export async function deleteLine(
  deps: ContentDeps,
  scope: TenantScope,
  by: Asker,
  key: string,
): Promise<void> {
  allow(by.actor, 'content:import')
  const library = await deps.library()
  await scope.tx(async (tx) => {
    const { lines } = await heldLines(tx, library)
    const { name } = changeable(lines, key)
    if (isBuiltIn(key)) await putLine(tx, { key, name, packages: null, deleted: true })
    else await removeLine(tx, key)
    await auditLine(tx, by, { action: 'content.line_deleted', key, name })
  })
}

async function heldLines(tx: TenantTx, library: Library) {
  await holdLines(tx)
  const stored = await storedLines(tx)
  const packages = catalogPackages(library, await lastInstalls(tx))
  const known: ReadonlySet<string> = new Set(packages.map((one) => one.package))
  return { lines: linesOf(stored, library), stored, known }
}

function changeable(lines: readonly Line[], key: string): Line {
  const line = lines.find((one) => one.key === key)
  if (line === undefined) throw fail('resource.not_found')
  if (line.isFixed) throw fail('right.missing')
  return line
}

/** The chosen packages, each once. */
function chosenOf(packages: readonly string[], known: ReadonlySet<string>): string[] {
  const issues = packages.flatMap((name, at) =>
    known.has(name)
      ? []
      : [{ path: ['body', 'packages', at], code: 'unknown', message: `There is no package “${name}”` }],
  )
  if (issues.length > 0) throw fail('request.invalid', { issues })
  return [...new Set(packages)]
}

async function auditLine(
  tx: TenantTx,
  { actor, ip }: Asker,
  { action, key, name }: { action: string; key: string; name: string },
): Promise<void> {
  const { accountId, tenantId } = tx
  const object = { kind: 'product line', id: newId(), name }
  await audit(tx, { accountId, tenantId, actor, action, object, after: { key, name }, ip })
}
