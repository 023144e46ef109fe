import { z } from 'zod'
import { MAX_BROUGHT_IMAGES } from './app-images.ts'
import { AppletLinkInput, LinkedApplet, MAX_LINKS } from './applet-links.ts'
import { Key, Label } from '../field-types/common-settings.ts'
import { Field, FieldInput } from '../field-types/fields.ts'
import { AppId, Instant } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'
import { FormatRule, LayoutSection, RoleLayout } from './layout.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { ConfirmedWarnings } from './publish-warnings.ts'
import { ActorRef } from '../records/records.ts'
import { ExportTemplate, MAX_EXPORTS } from './export-templates.ts'
import { MAX_TEMPLATES, RecordTemplate } from './record-templates.ts'
import { CorrelationRule, MAX_CORRELATION_RULES } from './correlation-rules.ts'
import { route } from '../kernel/route.ts'
import { Sharing } from '../kernel/sharing.ts'
import { Workflow, WorkflowItemId } from './workflow.ts'

export const MAX_PROMOTIONS = 5

/** How records of this app become part of one of another: alerts of a case. */
export const Promotion = z.strictObject({
  key: Key,
  /** On the button: "Promote to case". */
  label: Label,
  /** The reference field of this app that points to the other app's record. */
  link: Key,
  /** Fields of the new record, each with the field of the first promoted record that fills it. */
  copy: z.record(Key, Key).default({}),
  /**
   * How fields of `copy` come of several records, and of what a record holds that takes more in: the lowest (earliest)
   * or highest value, or all items of lists. Others come of the first record, and stay as they are where one is there.
   */
  combine: z.record(Key, z.enum(['lowest', 'highest', 'all'])).optional(),
  /** What each promoted record becomes: `{"status": "promoted"}`. */
  set: z.record(Key, JsonValue).default({}),
})
export type Promotion = z.infer<typeof Promotion>
const shape = {
  name: Label,
  description: z.string().max(1000).optional(),
  /** Name of an icon of the icon set, for example alert-triangle. */
  icon: z.string().max(50).default('table'),
  /** The text field that represents the record in lists and links. */
  titleField: Key,
  listColumns: z.array(z.string().max(40)).max(50),
  layout: z.array(LayoutSection).max(50),
  /** Layouts for roles, in the order in which they are looked up; `layout` is for everyone else. */
  layouts: z.array(RoleLayout).max(20).optional(),
  /** Marks in the list of records. */
  formats: z.array(FormatRule).max(30).optional(),
  promotions: z.array(Promotion).max(MAX_PROMOTIONS).optional(),
  /** What new records can start with; chosen by people, playbooks, and programs by its key. */
  templates: z.array(RecordTemplate).max(MAX_TEMPLATES).optional(),
  /** Which new records are folded into one that is open; the first rule that fits counts. */
  correlation: z.array(CorrelationRule).max(MAX_CORRELATION_RULES).optional(),
  /** What exports of the app's records offer. */
  exports: z.array(ExportTemplate).max(MAX_EXPORTS).optional(),
  /** The user field that says who works on a record: the menu at the top of the record fills it. */
  assigneeField: Key.optional(),
  /** The form logic; readers of the app see the part that depends on fields they can read. */
  workflow: Workflow.optional(),
  /** Retention of workflow runs of the app’s records in days; WORKFLOW_RUN_DAYS when absent. */
  keepWorkflowRuns: z.union([z.number().int().min(1).max(3_650), z.literal('forever')]).optional(),
  /** Observables that come to its records are looked up automatically, as Enrich does; off when absent. */
  enrichNew: z.boolean().optional(),
}
export const AppCreate = z.strictObject({
  key: Key,
  acronym: z.string().regex(/^[A-Z]{2,6}$/, 'Use 2 to 6 uppercase letters'),
  ...shape,
  fields: z.array(FieldInput).min(1).max(500),
  /**
   * Linked applets, in the order in which their stages run. Their fields and sections stand in `fields` and `layout`, marked with the prefix;
   * what is absent there is added: at the end, or in an empty section marked with the prefix.
   */
  applets: z.array(AppletLinkInput).max(MAX_LINKS).optional(),
  /** Images that its layouts name, in Base64: PNG, JPEG, or WebP of up to 256 kB each. */
  images: z.array(z.base64().max(360_000)).max(MAX_BROUGHT_IMAGES).optional(),
  /** Who may see (read), fill (use) and build (manage) the app; open to all with the permission when left out. */
  sharing: Sharing.optional(),
})
export type AppCreate = z.infer<typeof AppCreate>
/** A field whose values become those of another type; what has no form in it refuses the change, or is emptied. */
export const FieldConversion = z.strictObject({ field: Key, onFault: z.enum(['refuse', 'empty']) })
export type FieldConversion = z.infer<typeof FieldConversion>

export const AppUpdate = z.strictObject({
  /** The revision that was edited; another one since answers 409. */
  revision: z.number().int(),
  ...shape,
  fields: z.array(FieldInput).min(1).max(500),
  /** Left alone when absent. A link that is left out with its fields is removed; without them, it is detached. */
  applets: z.array(AppletLinkInput).max(MAX_LINKS).optional(),
  /** Left alone when absent. Who narrows it stays among those who build the app. */
  sharing: Sharing.optional(),
  /** Fields that get another type, format or number of values: they stay as they are until all values are ready. */
  convert: z.array(FieldConversion).max(10).optional(),
})
export type AppUpdate = z.infer<typeof AppUpdate>

/** How far work over all records is; the total is not known at first. */
const progress = { done: z.number().int(), total: z.number().int().nullable() }

export const AppView = z.object({
  id: AppId,
  key: Key,
  acronym: z.string(),
  ...shape,
  fields: z.array(Field),
  /** Linked applets with their form logic, which runs after that of the app, in this order. */
  applets: z.array(LinkedApplet).optional(),
  /** Fields that a revision removed: their data is retained, and they can be restored. For builders only. */
  removedFields: z.array(Field).optional(),
  /** The one of `layouts` that is the caller's own. Who does not build the app has it as `layout`, and sees no others. */
  ownLayout: WorkflowItemId.optional(),
  /**
   * For builders only: keys of fields that the caller can’t read in records, and of those that they can read but not
   * write. For others, `fields` is without the former and has the latter as read-only.
   */
  ownHidden: z.array(Key).optional(),
  ownLocked: z.array(Key).optional(),
  sharing: Sharing,
  /** Out of the navigation and read-only; absent while it is in use. */
  archived: z.literal(true).optional(),
  /** Fields that are changing their type, or the last such change that was refused. */
  changing: z
    .object({
      fields: z.array(Key),
      ...progress,
      /** Why nothing was changed: values without a form in the new type (the first 50 records), or shared ones. */
      refused: z
        .array(
          z.object({
            field: Key,
            reason: z.enum(['no_form', 'shared']),
            count: z.number().int().nullable(),
            records: z.array(z.string()),
          }),
        )
        .nullable(),
    })
    .optional(),
  /** Formulas that are being worked out again for all records. */
  computing: z.object(progress).optional(),
  revision: z.number().int(),
  updatedAt: Instant,
  can: z.object({ build: z.boolean(), createRecord: z.boolean() }),
})
export type AppView = z.infer<typeof AppView>

const fails = ['app.key_taken', 'app.change_refused', 'app.confirm_first'] as const
export const listApps = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps',
  summary: 'Lists the apps of the tenant with their definitions',
  needs: 'app:read',
  reply: z.object({ items: z.array(AppView) }),
})
export const createApp = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/apps',
  summary: 'Creates and publishes an app',
  needs: 'app:build',
  body: AppCreate.extend({ confirmed: ConfirmedWarnings }),
  reply: AppView,
  status: 201,
  fails,
})
export const getApp = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId',
  summary: 'Gets an app',
  needs: 'app:read',
  reply: AppView,
})
export const updateApp = route({
  method: 'PUT',
  path: '/api/tenant/:tenantId/apps/:appId',
  summary:
    'Publishes a new revision. Omitted fields are hidden; their data is retained. Requires `confirmed` while saved tests fail or roles are missing.',
  needs: 'app:build',
  body: AppUpdate.extend({ confirmed: ConfirmedWarnings }),
  reply: AppView,
  fails: [...fails, 'resource.version_conflict'],
  on404: 'here',
})

/** One published revision; `changes` are against the one before, by place in the definition, at most 100. */
export const AppRevision = z.object({
  revision: z.number().int(),
  at: Instant,
  by: ActorRef,
  changes: z.array(z.object({ place: z.string(), from: JsonValue, to: JsonValue })),
})
export type AppRevision = z.infer<typeof AppRevision>
export const listAppRevisions = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId/revisions',
  summary: 'Lists the published revisions of an app with their changes, newest first',
  needs: 'app:build',
  query: PageQuery,
  reply: pageOf(AppRevision),
  on404: 'here',
})
export const getAppRevision = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId/revisions/:revision',
  summary: 'Gets the definition of a revision, to view it or start a draft from it',
  needs: 'app:build',
  reply: AppView,
  on404: 'here',
})
