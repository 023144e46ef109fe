import { z } from 'zod'
import { Label } from '../field-types/common-settings.ts'
import { InstallId, Instant } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { ActorRef } from '../records/records.ts'
import { route } from '../kernel/route.ts'
import { ContentKind } from './content-kinds.ts'

// Content packages: definitions in a ZIP archive of YAML files, from one tenant to another.

/** The largest archive that can be imported, in bytes. */
export const MAX_PACKAGE_BYTES = 10 * 1024 * 1024
/** Items in one package. */
export const MAX_PACKAGE_ITEMS = 150

/** Keys have underscores, those of playbooks hyphens, too. */
export const ContentKey = z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/)
export const ContentRef = z.strictObject({ kind: ContentKind, key: ContentKey })
export type ContentRef = z.infer<typeof ContentRef>

export const PackageKey = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{1,62}$/,
    'Use 2 to 63 lowercase letters, digits, and hyphens, starting with a letter',
  )
/** Semantic versioning 2.0.0, without build metadata. */
export const PackageVersion = z
  .string()
  .max(50)
  .regex(
    /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/,
    'Use three numbers, for example 1.0.0',
  )

const about = { title: Label, version: PackageVersion, description: z.string().max(2_000) }

/** What the importing tenant must have beside the contents. */
export const PackageNeeds = z.object({
  connectors: z.array(z.string()),
  assets: z.array(z.string()),
  roles: z.array(z.string()),
  groups: z.array(z.string()),
})
export type PackageNeeds = z.infer<typeof PackageNeeds>

/** Something that can be exported. */
export const ContentItem = z.object({ ...ContentRef.shape, title: z.string() })
export type ContentItem = z.infer<typeof ContentItem>

/** An item of a package in the making; `why` is null for a chosen one. */
export const ClosureItem = ContentItem.extend({
  why: z
    .object({
      by: ContentItem,
      relation: z.enum(['reference', 'applet', 'component', 'names']),
      /** The field, step, or prefix that needs it. */
      place: z.string(),
    })
    .nullable(),
})
export type ClosureItem = z.infer<typeof ClosureItem>

export const EXPORT_PROBLEMS = [
  'secret',
  'person',
  'address',
  'unreadable_app',
  'unpublished',
  'old_revision',
  'left_out',
  'limited',
  'local_value',
] as const
/** Errors keep the package from being exported; warnings say what it will be without. */
export const ExportProblem = z.object({
  severity: z.enum(['error', 'warning']),
  item: ContentItem,
  code: z.enum(EXPORT_PROBLEMS),
  /** Where in the definition; empty for the whole. */
  place: z.string(),
})
export type ExportProblem = z.infer<typeof ExportProblem>

const Choice = z.array(ContentRef).min(1).max(MAX_PACKAGE_ITEMS)
const content = '/api/tenant/:tenantId/content' as const

export const listContentItems = route({
  method: 'GET',
  path: `${content}/items`,
  summary:
    'Lists what the caller can export: apps, applets, reference tables, published playbooks, shared saved views, dashboards, workspaces, and shared home pages',
  needs: 'content:export',
  reply: z.object({ items: z.array(ContentItem) }),
})
export const previewPackage = route({
  method: 'POST',
  path: `${content}/preview`,
  summary: 'Shows what a package of the chosen items holds: what they need comes along, each with the reason',
  needs: 'content:export',
  body: z.strictObject({ items: Choice }),
  reply: z.object({
    items: z.array(ClosureItem),
    needs: PackageNeeds,
    problems: z.array(ExportProblem),
  }),
  on404: 'here',
})
export const PackageOrder = z.strictObject({
  package: PackageKey,
  ...about,
  description: about.description.default(''),
  items: Choice,
})
export type PackageOrder = z.infer<typeof PackageOrder>
export const exportPackage = route({
  method: 'POST',
  path: `${content}/package`,
  summary:
    'Exports the chosen items and what they need as a ZIP archive: the same content gives the same bytes',
  needs: 'content:export',
  body: PackageOrder,
  answers: 'file',
  fails: ['content.not_exportable'],
  on404: 'here',
})

/** What an import does with an item. `blocked`: nothing, and the package can’t be applied. */
export const ItemChange = z.enum(['add', 'change', 'same', 'conflict', 'blocked'])
export type ItemChange = z.infer<typeof ItemChange>
export const ItemDecision = z.enum(['take', 'keep'])
export type ItemDecision = z.infer<typeof ItemDecision>

export const INSTALL_NOTES = [
  /** The item was there already, as in the package. */
  'already_there',
  /** Published; its triggers are off until someone turns them on. */
  'triggers_off',
  /** Saved as a draft, because it can’t be published yet; `detail` says why. */
  'draft_only',
  /** Published although its tests fail here, or roles that it names are missing; `detail` says which. */
  'check_logic',
  /** Sharing, or readers of fields, were limited where it comes from: so far only the person who imported it. */
  'limited',
  /** Changed since the plan was made, and left as it was. */
  'changed_since',
  /** The use case refused it; `detail` says why. */
  'refused',
  /** Not undone: changed since, has records or rows, or is used by something else. */
  'stays_changed',
  'stays_records',
  'stays_rows',
  'stays_used',
] as const
export const InstallNote = z.object({ code: z.enum(INSTALL_NOTES), detail: z.string() })
export type InstallNote = z.infer<typeof InstallNote>

export const InstallItem = ContentItem.extend({
  change: ItemChange,
  /** Why it is blocked; empty otherwise. */
  reason: z
    .enum(['key_taken', 'acronym_taken', 'name_taken', 'archived', 'missing_permission', 'not_offered'])
    .nullable(),
  /** Undecided conflicts are null. */
  decision: ItemDecision.nullable(),
  state: z.enum(['planned', 'done', 'skipped', 'failed', 'undone', 'stays']),
  notes: z.array(InstallNote),
  at: Instant.nullable(),
  /** Where it is now, for a link; null when it is not there or the caller can’t see it. */
  id: z.string().nullable(),
})
export type InstallItem = z.infer<typeof InstallItem>

/** One change of a definition, at most 100 of each item: its place and both values; null is absent. */
export const ContentDifference = z.object({ place: z.string(), here: JsonValue, next: JsonValue })
export type ContentDifference = z.infer<typeof ContentDifference>

export const InstallState = z.enum(['planned', 'queued', 'running', 'done', 'undoing', 'undone'])
export type InstallState = z.infer<typeof InstallState>
/** `partial`: some items failed, or some of the undone ones stay. */
export const InstallOutcome = z.enum(['succeeded', 'partial', 'failed'])
export type InstallOutcome = z.infer<typeof InstallOutcome>

export const InstallSummary = z.object({
  id: InstallId,
  package: PackageKey,
  ...about,
  state: InstallState,
  outcome: InstallOutcome.nullable(),
  counts: z.record(ContentKind, z.number().int()),
  by: ActorRef,
  at: Instant,
  endedAt: Instant.nullable(),
})
export type InstallSummary = z.infer<typeof InstallSummary>

export const InstallView = InstallSummary.extend({
  /** SHA-256 of the archive. */
  sha256: z.string(),
  items: z.array(InstallItem),
  /** What the package needs, and whether the tenant has it. */
  needs: z.array(
    z.object({
      kind: z.enum(['connector', 'asset', 'role', 'group']),
      key: z.string(),
      there: z.boolean(),
    }),
  ),
  /** What the plan was made of; a plan that was made of something else can’t be applied. Null once it is applied. */
  fingerprint: z.string().nullable(),
  done: z.number().int(),
  total: z.number().int(),
  can: z.object({ apply: z.boolean(), undo: z.boolean(), discard: z.boolean() }),
})
export type InstallView = z.infer<typeof InstallView>

const installs = `${content}/installs` as const
const install = `${installs}/:installId` as const

export const planPackage = route({
  method: 'POST',
  path: installs,
  summary: 'Reads a package, the raw ZIP archive as the body, and plans its import. Nothing changes yet.',
  needs: 'content:import',
  bodyKind: 'raw',
  bodyLimit: MAX_PACKAGE_BYTES,
  reply: InstallView,
  status: 201,
  fails: ['content.unreadable'],
  on404: 'here',
})
export const listPackages = route({
  method: 'GET',
  path: `${content}/packages`,
  summary: 'Lists the installed packages, each with its last import, by title',
  needs: 'content:import',
  reply: z.object({ items: z.array(InstallSummary) }),
})
export const listInstalls = route({
  method: 'GET',
  path: installs,
  summary: 'Lists imports of packages, newest first; plans of other users are not shown',
  needs: 'content:import',
  query: PageQuery,
  reply: pageOf(InstallSummary),
})
export const getInstall = route({
  method: 'GET',
  path: install,
  summary: 'Gets a plan or an import with the state of each item',
  needs: 'content:import',
  reply: InstallView,
  on404: 'here',
})
export const getInstallItem = route({
  method: 'GET',
  path: `${install}/items/:itemKind/:itemKey`,
  summary: 'Shows how an item of a plan differs from what is there',
  needs: 'content:import',
  reply: z.object({ differences: z.array(ContentDifference), more: z.boolean() }),
  on404: 'here',
})
export const applyInstall = route({
  method: 'POST',
  path: `${install}/apply`,
  summary: 'Starts the import of a planned package as a job in the caller’s name',
  needs: 'content:import',
  body: z.strictObject({
    fingerprint: z.string().max(100),
    /** By `kind/key`: every conflict, and changes that are to be left out. */
    decisions: z.record(z.string().max(100), ItemDecision).default({}),
  }),
  reply: InstallView,
  status: 202,
  fails: ['content.plan_outdated', 'content.not_applicable'],
  on404: 'here',
})
export const undoInstall = route({
  method: 'POST',
  path: `${install}/undo`,
  summary:
    'Starts to undo an import: removes what it added and restores what it changed, unless changed since',
  needs: 'content:import',
  reply: InstallView,
  status: 202,
  fails: ['job.not_undoable'],
  on404: 'here',
})
export const discardPlan = route({
  method: 'DELETE',
  path: install,
  summary: 'Discards one of the caller’s plans that was not applied',
  needs: 'content:import',
  fails: ['job.over'],
  on404: 'here',
})
