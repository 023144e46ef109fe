import { z } from 'zod'
import { Key, Label } from '../field-types/common-settings.ts'
import { SelectionOption } from '../field-types/selection.ts'
import { AppletId } from '../kernel/ids.ts'
import { WorkflowItemId, WorkflowStage } from './workflow.ts'

// How an app uses an applet: under a prefix, at a revision, with what it changes locally.

/** Applets linked into one app. */
export const MAX_LINKS = 30

/** What an app changes about one field of an applet; the applet says which of these it may. */
export const FieldOverride = z.strictObject({
  label: Label.optional(),
  help: z.string().max(500).optional(),
  required: z.boolean().optional(),
  /** After the options of the applet. */
  addedOptions: z.array(SelectionOption).min(1).max(500).optional(),
  /** Not on the form; it keeps its column. */
  hidden: z.literal(true).optional(),
  /** Of a clock: seconds that it may take. */
  target: z.number().int().min(60).max(315_360_000).optional(),
})
export type FieldOverride = z.infer<typeof FieldOverride>

export const AppletLink = z.strictObject({
  applet: AppletId,
  /** `containment` makes `containment_method` of the key `method`; unlike that of the other links of the app. */
  prefix: Key,
  /** The revision of the applet that the app uses. */
  revision: z.number().int().min(1),
  /** By key in the applet. */
  overrides: z.record(Key, FieldOverride).default({}),
  /** Stages and rules of the applet that are off in this app, by ID in the applet. */
  rulesOff: z.array(WorkflowItemId).max(2_000).optional(),
})
export type AppletLink = z.infer<typeof AppletLink>

/** A link as an editor gives it; the name and stages of a view are ignored. */
export const AppletLinkInput = AppletLink.extend({
  name: Label.optional(),
  stages: z.array(WorkflowStage).optional(),
})
export type AppletLinkInput = z.infer<typeof AppletLinkInput>

/** A link as the app holds it: with the name of the applet and the stages that it brings, keys and IDs prefixed. */
export const LinkedApplet = z.object({
  ...AppletLink.shape,
  name: Label,
  stages: z.array(WorkflowStage),
})
export type LinkedApplet = z.infer<typeof LinkedApplet>
