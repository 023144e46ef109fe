import { z } from 'zod'
import { AppletLink } from './applet-links.ts'
import { AppRevision, AppView } from './apps.ts'
import { Key, Label } from '../field-types/common-settings.ts'
import { Field, FieldInput } from '../field-types/fields.ts'
import { AppId, AppletId, Instant } from '../kernel/ids.ts'
import { Issue } from '../kernel/errors.ts'
import { JsonValue } from '../kernel/json.ts'
import { LayoutSection } from './layout.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { ConfirmedWarnings } from './publish-warnings.ts'
import { ActorRef } from '../records/records.ts'
import { route } from '../kernel/route.ts'
import { Sharing } from '../kernel/sharing.ts'
import { Workflow } from './workflow.ts'

// An applet: fields, a section of the form, and form logic as one versioned bundle that apps link.

export const MAX_APPLET_FIELDS = 100

/** What apps that link the applet may change about a field of it. */
export const FieldAllowance = z.strictObject({
  /** Its label and help text. */
  label: z.boolean().default(true),
  required: z.boolean().default(true),
  /** Options of their own, after those of the applet. */
  addOptions: z.boolean().default(true),
  hide: z.boolean().default(false),
  /** Its place: in another section of the app. */
  place: z.boolean().default(false),
  /** The target of a clock. */
  target: z.boolean().default(true),
})
export type FieldAllowance = z.infer<typeof FieldAllowance>

/** The section that the applet adds to the form; its fields by their keys in the applet. */
export const AppletSection = LayoutSection.omit({ tab: true, applet: true })
export type AppletSection = z.infer<typeof AppletSection>

/** When an app takes a new revision: when someone takes it, or immediately where nothing is to be decided. */
export const AppletFollow = z.enum(['ask', 'update'])

const shape = {
  name: Label,
  description: z.string().max(1_000).optional(),
  icon: z.string().max(50).default('puzzle'),
  section: AppletSection,
  /** Names its fields by their keys in the applet; a key that no field of it has is one of the app. */
  workflow: Workflow.optional(),
  /** By key of the field; the defaults where absent. */
  allows: z.record(Key, FieldAllowance).default({}),
  follow: AppletFollow.default('ask'),
}
export const AppletCreate = z.strictObject({
  /** The prefix that links have unless another one is chosen. */
  key: Key,
  ...shape,
  fields: z.array(FieldInput).min(1).max(MAX_APPLET_FIELDS),
  /** Who may see (read), link (use), and build (manage) the applet; open to all with the permission when left out. */
  sharing: Sharing.optional(),
})
export type AppletCreate = z.infer<typeof AppletCreate>
export const AppletUpdate = z.strictObject({
  /** The revision that was edited; another one since answers 409. */
  revision: z.number().int(),
  ...shape,
  fields: z.array(FieldInput).min(1).max(MAX_APPLET_FIELDS),
  /** Left alone when absent. */
  sharing: Sharing.optional(),
})
export type AppletUpdate = z.infer<typeof AppletUpdate>

export const AppletView = z.object({
  id: AppletId,
  key: Key,
  ...shape,
  fields: z.array(Field),
  /** Fields that a revision left out; their keys can come back with the same type. */
  removedFields: z.array(Field).optional(),
  sharing: Sharing,
  revision: z.number().int(),
  updatedAt: Instant,
  /** Who published the revision. */
  updatedBy: ActorRef,
  /** Links in apps that the caller can see. */
  links: z.number().int(),
  can: z.object({ build: z.boolean() }),
})
export type AppletView = z.infer<typeof AppletView>

const base = '/api/tenant/:tenantId/applets' as const
const one = `${base}/:appletId` as const
export const listApplets = route({
  method: 'GET',
  path: base,
  summary: 'Lists the applets of the tenant with their definitions',
  needs: 'app:read',
  reply: z.object({ items: z.array(AppletView) }),
})
export const createApplet = route({
  method: 'POST',
  path: base,
  summary: 'Creates and publishes an applet: fields, a form section, and form logic that apps can link',
  needs: 'app:build',
  body: AppletCreate.extend({ confirmed: ConfirmedWarnings }),
  reply: AppletView,
  status: 201,
  fails: ['app.key_taken', 'app.confirm_first'],
})
export const getApplet = route({
  method: 'GET',
  path: one,
  summary: 'Gets an applet',
  needs: 'app:read',
  reply: AppletView,
})
export const updateApplet = route({
  method: 'PUT',
  path: one,
  summary: 'Publishes a new revision of an applet. Linked apps keep theirs until they take it.',
  needs: 'app:build',
  body: AppletUpdate.extend({ confirmed: ConfirmedWarnings }),
  reply: AppletView,
  fails: ['app.change_refused', 'app.confirm_first', 'resource.version_conflict'],
  on404: 'here',
})
export const deleteApplet = route({
  method: 'DELETE',
  path: one,
  summary: 'Deletes an applet that no app links',
  needs: 'app:build',
  fails: ['applet.linked'],
  on404: 'here',
})
export const listAppletRevisions = route({
  method: 'GET',
  path: `${one}/revisions`,
  summary: 'Lists the published revisions of an applet with their changes, newest first',
  needs: 'app:build',
  query: PageQuery,
  reply: pageOf(AppRevision),
  on404: 'here',
})
export const getAppletRevision = route({
  method: 'GET',
  path: `${one}/revisions/:revision`,
  summary: 'Gets the definition of a revision of an applet: what an app that uses it links',
  needs: 'app:read',
  reply: AppletView,
  on404: 'here',
})

/** An app that links the applet; one app may do so several times, under different prefixes. */
export const AppletUse = z.object({
  app: z.object({ id: AppId, key: Key, name: Label, icon: z.string(), revision: z.number().int() }),
  link: AppletLink,
  /** The tab that the section is in; null for the first tab. */
  tab: Label.nullable(),
  /** Null for those who don’t build the app. */
  records: z.number().int().nullable(),
  can: z.object({ build: z.boolean() }),
})
export type AppletUse = z.infer<typeof AppletUse>
export const listAppletUses = route({
  method: 'GET',
  path: `${one}/uses`,
  summary: 'Lists the apps that link an applet with what they change locally',
  needs: 'app:build',
  reply: z.object({
    items: z.array(AppletUse),
    /** Links in apps that the caller can’t see. */
    others: z.number().int(),
  }),
  on404: 'here',
})

/**
 * One line of the three-way diff: a property of a field, of the section, or a rule, as the present revision of the applet has it (base), the
 * app (here), and the new revision (next). `result` is what the app gets; of a conflict it is the local value unless decided otherwise.
 */
export const MergeItem = z.object({
  /** Names the item in decisions: `field/method/label`, `section/title`, `rule/lock`. */
  id: z.string(),
  kind: z.enum(['add', 'change', 'keep', 'remove', 'conflict']),
  subject: z.object({
    kind: z.enum(['field', 'section', 'stage', 'rule']),
    key: z.string(),
    name: z.string(),
  }),
  /** The property; null when the whole subject is added or removed. */
  property: z.string().nullable(),
  base: JsonValue,
  here: JsonValue,
  next: JsonValue,
  result: JsonValue,
})
export type MergeItem = z.infer<typeof MergeItem>

/** A key of the new revision that the app already has for a field of its own. */
export const KeyClash = z.object({
  /** In the applet, and in the app. */
  key: Key,
  inApp: z.string(),
  label: Label,
  /** `avoided`: the app has a field with the key of the applet, and the prefix keeps them apart. */
  kind: z.enum(['taken', 'removed', 'too_long', 'avoided']),
})
export type KeyClash = z.infer<typeof KeyClash>

/** What names fields of the link, as far as the caller can see it; `fields` are keys of the app. */
export const AppletTouch = z.object({
  kind: z.enum(['view', 'report', 'dashboard', 'playbook', 'template']),
  id: z.string(),
  name: z.string(),
  fields: z.array(z.string()),
})
export type AppletTouch = z.infer<typeof AppletTouch>

export const AppletUpdateView = AppletUse.extend({
  /** The revision that can be taken. */
  next: z.number().int(),
  items: z.array(MergeItem),
  clashes: z.array(KeyClash),
  touches: z.array(AppletTouch),
  /** Labels of the section’s fields in their order. */
  before: z.array(z.object({ key: z.string(), label: z.string() })),
  after: z.array(z.object({ key: z.string(), label: z.string() })),
})
export type AppletUpdateView = z.infer<typeof AppletUpdateView>
export const listAppletUpdates = route({
  method: 'GET',
  path: `${one}/updates`,
  summary: 'Shows what the present revision of an applet changes in each app that links it',
  needs: 'app:build',
  reply: z.object({ items: z.array(AppletUpdateView), others: z.number().int() }),
  on404: 'here',
})

export const MergeDecision = z.enum(['mine', 'new'])
export const takeAppletUpdates = route({
  method: 'POST',
  path: `${one}/updates`,
  summary: 'Updates the chosen apps to the present revision of an applet. Each gets its own revision.',
  needs: 'app:build',
  body: z.strictObject({
    apps: z
      .array(
        z.strictObject({
          appId: AppId,
          prefix: Key,
          /** The revision of the app that the decisions are about. */
          revision: z.number().int(),
          /** By ID of the conflict. */
          decisions: z.record(z.string().max(200), MergeDecision).default({}),
          confirmed: ConfirmedWarnings,
        }),
      )
      .min(1)
      .max(100),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        appId: AppId,
        prefix: Key,
        /** The new revision of the app; null when it was not updated. */
        revision: z.number().int().nullable(),
        /** Why not. */
        problem: z
          .object({
            code: z.string(),
            title: z.string(),
            /** Of `app.confirm_first`, each is a PublishWarning. */
            issues: z.array(Issue),
          })
          .nullable(),
      }),
    ),
  }),
  on404: 'here',
})
export const detachApplet = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/apps/:appId/applets/:prefix/detach',
  summary: 'Detaches a linked applet: its fields, section, and rules become the app’s own, with their data',
  needs: 'app:build',
  body: z.strictObject({ revision: z.number().int() }),
  reply: AppView,
  fails: ['app.change_refused', 'resource.version_conflict'],
  on404: 'here',
})
