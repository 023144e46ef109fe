import { z } from 'zod'
import { Label } from '../field-types/common-settings.ts'
import { route } from '../kernel/route.ts'
import { ContentStage } from './content-kinds.ts'
import { ContentItem, InstallView, PackageKey, PackageVersion } from './packages.ts'

// Catalogs of product lines: what the packages of a line hold, and what of it a tenant uses.

/** Product lines of one tenant. */
export const MAX_LINES = 50
/** Packages of one product line. */
export const MAX_LINE_PACKAGES = 100

/** The address of a line’s catalog is its key followed by "content". */
export const LineKey = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,39}$/,
    'Use 1 to 40 lowercase letters, digits, and hyphens, starting with a letter',
  )

export const CatalogState = z.enum([
  'in_use',
  /** Published, and all of its triggers are off. */
  'off',
  /** A playbook that isn’t published. */
  'draft',
  'not_installed',
  /** It differs from what the package brought. */
  'changed',
  /** As an earlier version of the package brought it. */
  'update',
])
export type CatalogState = z.infer<typeof CatalogState>

const IN_USE: ReadonlySet<CatalogState> = new Set<CatalogState>(['in_use', 'changed', 'update'])

/** Whether the tenant works with an item in this state. */
export function isInUse({ state }: Pick<CatalogItem, 'state'>): boolean {
  return IN_USE.has(state)
}

export const CatalogPackage = z.object({
  package: PackageKey,
  title: z.string(),
  version: PackageVersion,
  /** Part of the product, or imported from a file. */
  origin: z.enum(['library', 'imported']),
})
export type CatalogPackage = z.infer<typeof CatalogPackage>

export const CatalogItem = ContentItem.extend({
  stage: ContentStage,
  package: CatalogPackage.pick({ package: true, title: true, version: true }),
  state: CatalogState,
  /** Where it is in the tenant; null when it isn’t there. */
  id: z.string().nullable(),
  /** Fields of an app or applet, steps of a playbook. */
  parts: z.number().int(),
  /** Whether people decide while the playbook runs. */
  asks: z.boolean(),
  /** Connectors and assets that it needs and the tenant lacks. */
  lacks: z.array(z.object({ kind: z.enum(['connector', 'asset']), key: z.string() })),
  can: z.object({ use: z.boolean() }),
})
export type CatalogItem = z.infer<typeof CatalogItem>

const line = { key: LineKey, name: Label }
const LinePackages = z.array(PackageKey).max(MAX_LINE_PACKAGES)

export const ProductLine = z.object({
  ...line,
  packages: z.array(PackageKey),
  can: z.object({ update: z.boolean(), delete: z.boolean() }),
})
export type ProductLine = z.infer<typeof ProductLine>

export const LineCreate = z.strictObject({ ...line, packages: LinePackages.default([]) })
export type LineCreate = z.infer<typeof LineCreate>
export const LineUpdate = z.strictObject({ name: Label.optional(), packages: LinePackages.optional() })
export type LineUpdate = z.infer<typeof LineUpdate>

const lines = '/api/tenant/:tenantId/content/lines' as const

export const listLines = route({
  method: 'GET',
  path: lines,
  summary: 'Lists the product lines, and the packages that they can hold',
  needs: 'content:import',
  reply: z.object({
    items: z.array(ProductLine),
    packages: z.array(CatalogPackage),
    can: z.object({ create: z.boolean() }),
  }),
})
export const createLine = route({
  method: 'POST',
  path: lines,
  summary: 'Adds a product line',
  needs: 'content:import',
  body: LineCreate,
  reply: ProductLine,
  status: 201,
  fails: ['name.taken'],
})
export const updateLine = route({
  method: 'PUT',
  path: `${lines}/:lineKey`,
  summary: 'Renames a product line, or chooses its packages; what is absent stays as it is',
  needs: 'content:import',
  body: LineUpdate,
  reply: ProductLine,
  on404: 'here',
})
export const deleteLine = route({
  method: 'DELETE',
  path: `${lines}/:lineKey`,
  summary: 'Deletes a product line; its packages and what was imported stay',
  needs: 'content:import',
  on404: 'here',
})
export const getCatalog = route({
  method: 'GET',
  path: `${lines}/:lineKey`,
  summary:
    'Shows the items of a product line, each with its state in the tenant as far as the caller sees it',
  needs: 'content:import',
  reply: z.object({ line: ProductLine, items: z.array(CatalogItem) }),
})
export const planCatalogPackage = route({
  method: 'POST',
  path: `${lines}/:lineKey/packages/:packageKey/plan`,
  summary: 'Plans the import of a package of the line. Nothing changes yet.',
  needs: 'content:import',
  reply: InstallView,
  status: 201,
  on404: 'here',
})
